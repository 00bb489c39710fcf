package dev.goodput.metrics.traffic;

import java.util.EnumMap;
import java.util.Map;

/// The classic edges of every metric, the same for all series of a plan, so that series add up.
final class Grid {
  private final Map<TrafficMetric, long[]> edges = new EnumMap<>(TrafficMetric.class);

  Grid(TrafficPlan plan) {
    for (TrafficMetric metric : TrafficMetric.values()) {
      edges.put(metric, HistogramTally.edges(metric, plan.slos().values()));
    }
  }

  /// An empty histogram.
  HistogramTally histogram(TrafficMetric metric) {
    long[] known = edges.get(metric);
    return new HistogramTally(metric.unit(), known == null ? new long[0] : known);
  }
}
