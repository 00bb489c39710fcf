package dev.goodput.metrics.traffic;

import dev.goodput.metrics.stream.LatencyMetric;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// Attempts at upstreams as the operations of a client, and requests as those of a server, those
/// too that ended in no answer: a failure has no place among latencies, and one among what was used
/// and what went wrong.
///
/// @param inputTokens prompt tokens of each attempt that was taken on, where they are known
/// @param outputTokens output tokens likewise: as the server named them or, of an answer that ended
///   before it did, what came of it
/// @param failures how long each attempt took that failed, from the request's start, by
///   [ErrorType]; those with any
/// @param failedRequests how long each request took that failed in the end, likewise; those too
///   that were turned away before any upstream was asked
public record Operations(
    TrafficHistogram inputTokens,
    TrafficHistogram outputTokens,
    SortedMap<String, TrafficHistogram> failures,
    SortedMap<String, TrafficHistogram> failedRequests) {
  /// Of nobody.
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
