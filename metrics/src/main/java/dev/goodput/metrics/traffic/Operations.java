package dev.goodput.metrics.traffic;

import dev.goodput.metrics.stream.LatencyMetric;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// Attempts at upstreams as a client's operations, and requests as a server's, including those that
/// failed: failures are excluded from latencies, but count in usage and errors.
///
/// @param inputTokens prompt tokens of each accepted attempt, where known
/// @param outputTokens output tokens of each accepted attempt: as the server reported them, or what
///   arrived of a response that ended early
/// @param failures durations of failed attempts from the request's start, by [ErrorType]; only
///   types that occurred
/// @param failedRequests durations of requests that failed in the end, by [ErrorType], including
///   those rejected before any upstream was contacted
public record Operations(
    TrafficHistogram inputTokens,
    TrafficHistogram outputTokens,
    SortedMap<String, TrafficHistogram> failures,
    SortedMap<String, TrafficHistogram> failedRequests) {
  /// No operations.
  public static final Operations NONE =
      new Operations(empty(), empty(), new TreeMap<>(), new TreeMap<>());

  private static TrafficHistogram empty() {
    return new HistogramTally(LatencyMetric.Unit.TOKENS, new long[0]).build();
  }

  /// Copies the maps.
  public Operations {
    failures = Collections.unmodifiableSortedMap(new TreeMap<>(failures));
    failedRequests = Collections.unmodifiableSortedMap(new TreeMap<>(failedRequests));
  }
}
