package dev.goodput.metrics.traffic;

import dev.goodput.record.GatewayInfo;
import dev.goodput.record.RequestRecord;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// The values of each label, capped in number. Configured names are admitted from the start,
/// however many there are, so that a flood of invented names cannot displace them.
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

  /// Admits configured names, even beyond the cap.
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

  /// Returns the number of pairs of a configured upstream and a configured class, including pairs
  /// in which one or both are unknown: a rejected request has no upstream, and a request without a
  /// route has no class.
  int configuredPairs() {
    int upstreams = names(TrafficLabel.UPSTREAM).size();
    int classes = names(TrafficLabel.SLO_CLASS).size();
    return upstreams + classes == 0 ? 0 : (1 + upstreams) * (1 + classes);
  }

  /// Returns whether an upstream and a class form such a pair.
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
    // The empty value, for unknown, does not count towards the cap.
    return value.isEmpty() || (kept.size() < cap && kept.add(value));
  }

  /// Returns the labels of a record's series.
  TrafficLabels of(RequestRecord request) {
    GatewayInfo gatewayInfo = request.passage();
    if (gatewayInfo == null) {
      return TrafficLabels.ALL;
    }
    return new TrafficLabels(
        fold(TrafficLabel.MODEL, gatewayInfo.model()),
        fold(TrafficLabel.TENANT, gatewayInfo.tenant()),
        fold(TrafficLabel.ROUTE, gatewayInfo.route()),
        fold(TrafficLabel.UPSTREAM, gatewayInfo.upstream()),
        fold(TrafficLabel.SLO_CLASS, gatewayInfo.sloClass()));
  }

  /// Returns the upstream label of a record that belongs to no series.
  String upstream(RequestRecord request) {
    GatewayInfo gatewayInfo = request.passage();
    return gatewayInfo == null ? "" : fold(TrafficLabel.UPSTREAM, gatewayInfo.upstream());
  }

  /// Counts the labels of a series that were replaced.
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

  /// Returns the number of records with a replaced value, by label.
  SortedMap<TrafficLabel, Long> folded() {
    return folded;
  }
}
