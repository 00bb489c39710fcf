package dev.goodput.metrics.traffic;

import dev.goodput.metrics.stream.LatencyMetric;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The traffic of one set of labels.
///
/// @param labels which
/// @param beganNanos when the first of its exchanges ended; before, all its counters were 0
/// @param totals what was counted since the meter began
/// @param histograms of all metrics, since the meter began
/// @param operations attempts at upstreams, failed ones too, since the meter began
/// @param availability since the meter began, absent where nothing ended
/// @param windows of all traffic a minute, five minutes, an hour; of what has one label's value
///   five minutes, with times to the first token and per token; of other labels none
public record TrafficSeries(
    TrafficLabels labels,
    long beganNanos,
    TrafficCounts totals,
    Map<LatencyMetric, TrafficHistogram> histograms,
    Operations operations,
    @Nullable Double availability,
    List<TrafficWindow> windows) {
  /// Copies the collections.
  public TrafficSeries {
    SortedMap<LatencyMetric, TrafficHistogram> ordered = new TreeMap<>(histograms);
    histograms = Collections.unmodifiableSortedMap(ordered);
    windows = List.copyOf(windows);
  }

  /// A metric's histogram; it has no values where nothing was seen.
  public TrafficHistogram histogram(LatencyMetric metric) {
    TrafficHistogram histogram = histograms.get(metric);
    if (histogram == null) {
      throw new IllegalStateException("a series has every histogram, found none of " + metric);
    }
    return histogram;
  }

  /// The last minute.
  public TrafficWindow minute() {
    return window(WindowSpan.MINUTE);
  }

  /// The last five minutes.
  public TrafficWindow fiveMinutes() {
    return window(WindowSpan.FIVE_MINUTES);
  }

  /// The last hour.
  public TrafficWindow hour() {
    return window(WindowSpan.HOUR);
  }

  private TrafficWindow window(WindowSpan span) {
    for (TrafficWindow window : windows) {
      if (window.nominalSeconds() == span.seconds()) {
        return window;
      }
    }
    throw new IllegalStateException("no window of " + span + " is kept of " + labels);
  }
}
