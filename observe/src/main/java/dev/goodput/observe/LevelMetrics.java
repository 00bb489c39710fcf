package dev.goodput.observe;

import dev.goodput.metrics.server.EngineMetric;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// What the servers reported about themselves during one level.
///
/// @param window over the level's measurement window, cut at its edges
/// @param whole over the whole level, warm-up and drain included, from the last scrape before its
///   first request to the first scrape after its last response
/// @param scrapedAround whether both of these scrapes exist for each page that counts requests or
///   tokens, so that the counts in `whole` belong to this level alone
/// @param traces gauges, and counters since the level's start, over the time of the level; metrics
///   that no page has are missing
public record LevelMetrics(
    MetricsSummary window,
    MetricsSummary whole,
    boolean scrapedAround,
    Map<EngineMetric, List<Point>> traces) {
  /// Copies the traces.
  public LevelMetrics {
    Map<EngineMetric, List<Point>> copy = new EnumMap<>(EngineMetric.class);
    traces.forEach((metric, points) -> copy.put(metric, List.copyOf(points)));
    traces = Collections.unmodifiableMap(copy);
  }

  /// A metric's value at a moment.
  ///
  /// @param atNanos nanoseconds since the run began
  /// @param value over all engines or GPUs; NaN if unknown
  public record Point(long atNanos, double value) {}
}
