package dev.goodput.observe;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// What the servers said of themselves while a level ran.
///
/// @param window over the level's measurement window, cut at its edges
/// @param whole over the level, warm-up and drain included, from the last look before its first
///   request to the first look after its last answer
/// @param looksAround whether these two looks were found of each page that counts requests or
///   tokens, so that the counts of `whole` are those of the level
/// @param traces gauges, and counters from the level's begin, over the time of the level; signs
///   that no page tells have none
public record LevelMetrics(
    MetricsSummary window,
    MetricsSummary whole,
    boolean looksAround,
    Map<Sign, List<Point>> traces) {
  /// Copies the traces.
  public LevelMetrics {
    Map<Sign, List<Point>> copy = new EnumMap<>(Sign.class);
    traces.forEach((sign, points) -> copy.put(sign, List.copyOf(points)));
    traces = Collections.unmodifiableMap(copy);
  }

  /// A sign at a moment.
  ///
  /// @param atNanos nanoseconds since the run began
  /// @param value of all engines or GPUs; NaN where it was not seen
  public record Point(long atNanos, double value) {}
}
