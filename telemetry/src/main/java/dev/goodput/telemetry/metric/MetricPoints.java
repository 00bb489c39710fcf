package dev.goodput.telemetry.metric;

import dev.goodput.metrics.traffic.TrafficHistogram;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The points of one metric, by label values. An unknown value has no point; it is never zero. Of
/// two points with the same labels, the first stays.
public final class MetricPoints {
  private final int labels;
  private final Map<List<String>, Double> numbers = new LinkedHashMap<>();
  private final Map<List<String>, TrafficHistogram> histograms = new LinkedHashMap<>();
  private final Map<List<String>, Long> began = new HashMap<>();

  MetricPoints(int labels) {
    this.labels = labels;
  }

  void add(@Nullable Number value, List<String> labelValues) {
    if (value != null && !Double.isNaN(value.doubleValue())) {
      numbers.putIfAbsent(checked(labelValues), value.doubleValue());
    }
  }

  void add(@Nullable Number value, String... labelValues) {
    add(value, List.of(labelValues));
  }

  /// Adds a histogram; one without values adds no point.
  void add(TrafficHistogram histogram, List<String> labelValues) {
    if (histogram.count() > 0) {
      histograms.putIfAbsent(checked(labelValues), histogram);
    }
  }

  /// Sets the start time of the points with these labels, if it differs from that of all others.
  void began(long nanos, List<String> labelValues) {
    began.putIfAbsent(checked(labelValues), nanos);
  }

  /// Returns the start time of a point.
  ///
  /// @param others start time of points without one of their own
  public long began(List<String> labelValues, long others) {
    return began.getOrDefault(labelValues, others);
  }

  private List<String> checked(List<String> labelValues) {
    if (labelValues.size() != labels) {
      throw new IllegalStateException("expected " + labels + " labels, found " + labelValues);
    }
    return List.copyOf(labelValues);
  }

  /// Returns the numbers by label values, in the order of adding.
  public Map<List<String>, Double> numbers() {
    return numbers;
  }

  /// Returns the histograms by label values, in the order of adding.
  public Map<List<String>, TrafficHistogram> histograms() {
    return histograms;
  }
}
