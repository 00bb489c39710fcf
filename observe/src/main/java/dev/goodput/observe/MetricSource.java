package dev.goodput.observe;

import dev.goodput.metrics.server.EngineMetric;
import java.util.List;

/// One row of the name tables: a source of an engine metric.
///
/// @param metric the engine metric
/// @param names metrics to add up; on the page, a colon may be an underscore, and `_total` may
///   follow
/// @param needed how many of them, from the first, are required; the others count as 0 if missing
/// @param scale factor from the page's unit to the engine metric's
/// @param series how to combine several series of one part
/// @param parts labels that distinguish engines or GPUs
record MetricSource(
    EngineMetric metric,
    List<String> names,
    int needed,
    double scale,
    Series series,
    List<String> parts) {
  /// How to combine several series of one part.
  enum Series {
    /// Add them: each is a share, such as the requests that finished for one reason.
    SUM,
    /// Take the largest: ranks of a parallel engine report the same value.
    MAX
  }

  MetricSource {
    names = List.copyOf(names);
    parts = List.copyOf(parts);
  }

  /// Returns the source's name for reports.
  String shown() {
    return String.join(" + ", names);
  }
}
