package dev.goodput.metrics.traffic;

import dev.goodput.record.Passage;
import dev.goodput.record.RequestRecord;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// Keeps the number of values of each label within the cap. Names that the plan knows have their
/// place from the start, so that a flood of invented ones cannot take it.
final class LabelTable {
  private final int cap;
  private final Map<TrafficLabel, Set<String>> values = new EnumMap<>(TrafficLabel.class);
  private final SortedMap<TrafficLabel, Long> folded = new TreeMap<>();

  LabelTable(TrafficPlan plan) {
    cap = plan.labelValues();
    for (TrafficLabel label : TrafficLabel.values()) {
      values.put(label, new HashSet<>());
    }
    know(plan.known());
    plan.prices().keySet().stream()
        .filter(name -> !name.endsWith("*"))
        .forEach(name -> keep(TrafficLabel.MODEL, name));
    plan.hourlyCosts().keySet().forEach(name -> keep(TrafficLabel.UPSTREAM, name));
    plan.slos().keySet().forEach(name -> keep(TrafficLabel.SLO_CLASS, name));
  }

  /// Gives names their place, where there is one left.
  void know(SortedMap<TrafficLabel, Set<String>> names) {
    names.forEach((label, each) -> each.forEach(name -> keep(label, name)));
  }

  /// How many series there are of the upstreams and classes that the plan knows.
  int configuredSeries() {
    return size(TrafficLabel.UPSTREAM) * Math.max(1, size(TrafficLabel.SLO_CLASS));
  }

  private int size(TrafficLabel label) {
    return values.getOrDefault(label, Set.of()).size();
  }

  private boolean keep(TrafficLabel label, String value) {
    Set<String> kept = values.computeIfAbsent(label, any -> new HashSet<>());
    if (kept.contains(value)) {
      return true;
    }
    // A value that is not known takes no place: there is always room for it.
    return value.isEmpty() || (kept.size() < cap && kept.add(value));
  }

  /// The labels of a record's series.
  TrafficLabels of(RequestRecord request) {
    Passage passage = request.passage();
    if (passage == null) {
      return TrafficLabels.ALL;
    }
    return new TrafficLabels(
        fold(TrafficLabel.MODEL, passage.model()),
        fold(TrafficLabel.TENANT, passage.tenant()),
        fold(TrafficLabel.ROUTE, passage.route()),
        fold(TrafficLabel.UPSTREAM, passage.upstream()),
        fold(TrafficLabel.SLO_CLASS, passage.sloClass()));
  }

  /// The upstream of a record that is in no series.
  String upstream(RequestRecord request) {
    Passage passage = request.passage();
    return passage == null ? "" : fold(TrafficLabel.UPSTREAM, passage.upstream());
  }

  /// Counts what was replaced of a series' labels.
  void countFolded(TrafficLabels found, TrafficLabels kept) {
    for (TrafficLabel label : TrafficLabel.values()) {
      if (!kept.get(label).equals(found.get(label))) {
        folded.merge(label, 1L, Long::sum);
      }
    }
  }

  private String fold(TrafficLabel label, String value) {
    if (keep(label, value)) {
      return value;
    }
    folded.merge(label, 1L, Long::sum);
    return TrafficLabels.OTHER;
  }

  /// Records of which a value was replaced, by label.
  SortedMap<TrafficLabel, Long> folded() {
    return folded;
  }
}
