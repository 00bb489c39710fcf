package dev.goodput.observe;

import dev.goodput.metrics.server.EngineMetric;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The values of one engine metric of one page over a window, separately for each part.
final class EngineMetricTracker {
  private final EngineMetric metric;
  private final SortedMap<String, Part> parts = new TreeMap<>();

  /// Nanoseconds of the window between two scrapes of a gauge.
  private double coveredNanos;

  private String source = "";

  private static final class Part {
    /// For a gauge, the integral over the covered time; for a counter, the increase.
    private double sum;

    private double nanos;
    private double last = Double.NaN;
  }

  EngineMetricTracker(EngineMetric metric) {
    this.metric = metric;
  }

  /// Adds a gauge's value, assuming linear change since the scrape before. Parts that only one of
  /// the two scrapes has are ignored.
  void gauge(MetricReading before, MetricReading now, WindowOverlap span) {
    coveredNanos += span.insideNanos();
    double middle = (span.begin() + span.end()) / 2;
    now.parts()
        .forEach((key, value) -> {
          Double old = before.parts().get(key);
          if (old != null) {
            Part part = part(key);
            part.sum += (old + (value - old) * middle) * span.insideNanos();
            part.nanos += span.insideNanos();
          }
        });
  }

  /// Adds a counter's value, assuming linear growth since the scrape before, or from zero if the
  /// server restarted or the value fell. Returns whether a value fell. If the page says that the
  /// process is the same, a smaller value comes from a truncated page and is ignored.
  ///
  /// @param firstLook whether the page was never read before. Later, a new value grew from zero, as
  ///   many counters only appear with their first count
  boolean counter(
      MetricReading now,
      WindowOverlap span,
      boolean firstLook,
      RestartDetector.ServerIdentity process) {
    boolean fell = false;
    for (Map.Entry<String, Double> each : now.parts().entrySet()) {
      Part part = part(each.getKey());
      double value = each.getValue();
      double old = Double.isNaN(part.last) ? first(value, firstLook) : part.last;
      if (value < old
          && metric.resetsOnRestart()
          && process == RestartDetector.ServerIdentity.SAME) {
        continue;
      }
      boolean another =
          process == RestartDetector.ServerIdentity.ANOTHER && metric.resetsOnRestart();
      double grown = value < old || another ? anew(value) : value - old;
      part.sum += grown * span.share();
      part.last = value;
      fell |= value < old;
    }
    return fell;
  }

  /// A process counts from zero. A device never resets its counters, so a smaller value does not
  /// show how much was counted.
  private double anew(double value) {
    return metric.resetsOnRestart() ? value : 0;
  }

  private double first(double value, boolean firstLook) {
    return firstLook || !metric.resetsOnRestart() ? value : 0;
  }

  /// Sets the metric that it is read from.
  void from(String name) {
    source = name;
  }

  private Part part(String key) {
    return parts.computeIfAbsent(key, _ -> new Part());
  }

  double coveredNanos() {
    return coveredNanos;
  }

  String source() {
    return source;
  }

  /// Returns each part's mean over its covered time, or its increase.
  SortedMap<String, Double> values() {
    SortedMap<String, Double> values = new TreeMap<>();
    parts.forEach((key, part) -> {
      switch (metric.kind()) {
        case COUNTER -> values.put(key, part.sum);
        case GAUGE -> {
          if (part.nanos > 0) {
            values.put(key, part.sum / part.nanos);
          }
        }
      }
    });
    return values;
  }
}
