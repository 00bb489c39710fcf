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
/// @param labels the labels
/// @param beganNanos when the first of its exchanges ended; all its counters were 0 before
/// @param totals counts since the meter started
/// @param histograms histograms of all metrics since the meter started
/// @param operations attempts at upstreams, including failed ones, since the meter started
/// @param availability availability since the meter started, absent if nothing ended
/// @param windows for all traffic, one minute, five minutes and an hour; for one label's value,
///   five minutes, with times to first token and per output token; for a full set of labels, none
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

  /// Returns a metric's histogram; it is empty if there are no values.
  public TrafficHistogram histogram(LatencyMetric metric) {
    TrafficHistogram histogram = histograms.get(metric);
    if (histogram == null) {
      throw new IllegalStateException("a series has every histogram, found none of " + metric);
    }
    return histogram;
  }

  /// Returns the last minute.
  public TrafficWindow minute() {
    return window(WindowSpan.MINUTE);
  }

  /// Returns the last five minutes.
  public TrafficWindow fiveMinutes() {
    return window(WindowSpan.FIVE_MINUTES);
  }

  /// Returns the last hour.
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
