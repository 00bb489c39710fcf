package dev.goodput.metrics.traffic;

import dev.goodput.record.Passage;
import dev.goodput.record.RequestRecord;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// Keeps the number of values of each label within the cap. Names that the plan knows have their
/// place from the start, however many they are, so that a flood of invented ones cannot take it.
final class LabelTable {
  private final int cap;
  private final Map<TrafficLabel, Set<String>> values = new EnumMap<>(TrafficLabel.class);
  private final Map<TrafficLabel, Set<String>> configured = new EnumMap<>(TrafficLabel.class);
  private final SortedMap<TrafficLabel, Long> folded = new TreeMap<>();

  LabelTable(TrafficPlan plan) {
    cap = plan.labelValues();
    for (TrafficLabel label : TrafficLabel.values()) {
      configured.put(label, new HashSet<>());
      values.put(label, new HashSet<>());
    }
    plan.prices().keySet().stream()
        .filter(name -> !name.endsWith("*"))
        .forEach(name -> know(TrafficLabel.MODEL, name));
    plan.hourlyCosts().keySet().forEach(name -> know(TrafficLabel.UPSTREAM, name));
    plan.slos().keySet().forEach(name -> know(TrafficLabel.SLO_CLASS, name));
    know(plan.known());
  }

  /// Gives names that are configured their places, whoever has taken how many before.
  void know(SortedMap<TrafficLabel, Set<String>> names) {
    names.forEach((label, each) -> each.forEach(name -> know(label, name)));
  }

  private void know(TrafficLabel label, String name) {
    if (!name.isEmpty()) {
      names(label).add(name);
      Objects.requireNonNull(values.get(label)).add(name);
    }
  }

  private Set<String> names(TrafficLabel label) {
    return Objects.requireNonNull(configured.get(label));
  }

  /// How many pairs there are of an upstream and a class that the plan knows, those too of which
  /// one is not known or both are: what is turned away has no upstream, and what has no route no
  /// class.
  int configuredPairs() {
    int upstreams = names(TrafficLabel.UPSTREAM).size();
    int classes = names(TrafficLabel.SLO_CLASS).size();
    return upstreams + classes == 0 ? 0 : (1 + upstreams) * (1 + classes);
  }

  /// Whether an upstream and a class are one of these pairs.
  boolean configured(String upstream, String sloClass) {
    return configuredPairs() > 0
        && (upstream.isEmpty() || names(TrafficLabel.UPSTREAM).contains(upstream))
        && (sloClass.isEmpty() || names(TrafficLabel.SLO_CLASS).contains(sloClass));
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
