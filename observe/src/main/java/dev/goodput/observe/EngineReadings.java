package dev.goodput.observe;

import dev.goodput.metrics.server.EngineMetric;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// The engine metrics on one page at one moment. Metrics that the page lacks are absent.
///
/// @param readings by metric, in the order of [EngineMetric]
/// @param startedSeconds when the server's process started, in seconds since 1970 by its own clock;
///   NaN if unknown
/// @param unreadableLines lines of the page that could not be parsed
public record EngineReadings(
    Map<EngineMetric, MetricReading> readings, double startedSeconds, int unreadableLines) {
  /// Copies the readings.
  public EngineReadings {
    Map<EngineMetric, MetricReading> copy = new EnumMap<>(EngineMetric.class);
    copy.putAll(readings);
    readings = Collections.unmodifiableMap(copy);
  }

  /// Returns the engine's name, derived from the prefix of its metric names; empty if no reading
  /// comes from an engine.
  String engine() {
    return readings.values().stream()
        .map(reading -> MetricNames.engine(reading.source()))
        .filter(name -> !name.isEmpty())
        .findFirst()
        .orElse("");
  }

  /// Returns a metric's value over all engines or GPUs of the page: the mean for shares, the sum
  /// for everything else.
  public OptionalDouble value(EngineMetric metric) {
    @Nullable MetricReading reading = readings.get(metric);
    return reading == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(metric.whole(reading.parts().values()));
  }
}
