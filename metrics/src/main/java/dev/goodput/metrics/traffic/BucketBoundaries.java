package dev.goodput.metrics.traffic;

import dev.goodput.metrics.stream.LatencyMetric;
import java.util.EnumMap;
import java.util.Map;

/// The classic bucket boundaries of every metric, equal for all series of a plan, so that series
/// can be added.
final class BucketBoundaries {
  private final Map<LatencyMetric, long[]> edges = new EnumMap<>(LatencyMetric.class);

  BucketBoundaries(TrafficPlan plan) {
    for (LatencyMetric metric : LatencyMetric.values()) {
      edges.put(metric, HistogramTally.edges(metric, plan.slos().values()));
    }
  }

  /// Returns an empty histogram.
  HistogramTally histogram(LatencyMetric metric) {
    long[] known = edges.get(metric);
    return new HistogramTally(metric.unit(), known == null ? new long[0] : known);
  }
}
