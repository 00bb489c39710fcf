package dev.goodput.observe;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// What one page said at one moment. A sign that it says nothing of is absent.
///
/// @param readings by sign, in the signs' order
/// @param startedSeconds when the server's process began, seconds since 1970 by its own clock; NaN
///   where it does not say
/// @param unreadableLines lines of the page that are no metrics
public record EngineMetrics(
    Map<Sign, Reading> readings, double startedSeconds, int unreadableLines) {
  /// Copies the readings.
  public EngineMetrics {
    Map<Sign, Reading> copy = new EnumMap<>(Sign.class);
    copy.putAll(readings);
    readings = Collections.unmodifiableMap(copy);
  }

  /// The engine's name, by what the names of its metrics begin with; empty where no reading is of
  /// an engine.
  String engine() {
    return readings.values().stream()
        .map(reading -> MetricNames.engine(reading.source()))
        .filter(name -> !name.isEmpty())
        .findFirst()
        .orElse("");
  }

  /// The value of a sign over all engines or GPUs of the page: shares as their mean, all else as
  /// their sum.
  public OptionalDouble value(Sign sign) {
    @Nullable Reading reading = readings.get(sign);
    return reading == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(sign.whole(reading.parts().values()));
  }
}
