package dev.goodput.observe.export;

import dev.goodput.metrics.traffic.TrafficHistogram;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The points of one metric, by the values of its labels. What is absent has no point: it is never
/// zero. Of two points with the same labels the first stays.
final class Points {
  private final int labels;
  private final Map<List<String>, Double> numbers = new LinkedHashMap<>();
  private final Map<List<String>, TrafficHistogram> histograms = new LinkedHashMap<>();
  private final Map<List<String>, Long> began = new HashMap<>();

  Points(int labels) {
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

  /// A histogram without values has no point.
  void add(TrafficHistogram histogram, List<String> labelValues) {
    if (histogram.count() > 0) {
      histograms.putIfAbsent(checked(labelValues), histogram);
    }
  }

  /// Adds the moment at which the points with these labels began to count, where they did not begin
  /// with all others.
  void began(long nanos, List<String> labelValues) {
    began.putIfAbsent(checked(labelValues), nanos);
  }

  /// The moment at which a point began to count.
  ///
  /// @param others when those began of which nothing else was said
  long began(List<String> labelValues, long others) {
    return began.getOrDefault(labelValues, others);
  }

  private List<String> checked(List<String> labelValues) {
    if (labelValues.size() != labels) {
      throw new IllegalStateException("expected " + labels + " labels, found " + labelValues);
    }
    return List.copyOf(labelValues);
  }

  /// Numbers by the values of their labels, in the order in which they were told.
  Map<List<String>, Double> numbers() {
    return numbers;
  }

  /// Histograms likewise.
  Map<List<String>, TrafficHistogram> histograms() {
    return histograms;
  }
}
