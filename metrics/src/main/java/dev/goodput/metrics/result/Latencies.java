package dev.goodput.metrics.result;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.stream.LatencyMetric;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The latency distributions of a level's `ok` requests, in milliseconds.
///
/// @param byMetric distributions by metric, only those with values; inter-token latency has only a
///   mean if the tokens per chunk are unknown
/// @param fromDispatch what vLLM bench, AIPerf and most peers call TTFT and latency
/// @param service the server and the network alone, from sent
/// @param tpotUndefined `ok` streamed responses of fewer than two tokens, excluded from TPOT
public record Latencies(
    SortedMap<LatencyMetric, Distribution> byMetric,
    Twin fromDispatch,
    Twin service,
    long tpotUndefined) {
  /// Copies the map.
  public Latencies {
    byMetric = Collections.unmodifiableSortedMap(new TreeMap<>(byMetric));
  }

  /// Returns a metric's distribution; null without values.
  public @Nullable Distribution of(LatencyMetric metric) {
    return byMetric.get(metric);
  }

  /// Returns the times to first token.
  public @Nullable Distribution ttft() {
    return of(LatencyMetric.TTFT);
  }

  /// Returns the times per output token; each request counts once.
  public @Nullable Distribution tpot() {
    return of(LatencyMetric.TPOT);
  }

  /// Returns the inter-token latencies; each token counts once.
  public @Nullable Distribution itl() {
    return of(LatencyMetric.ITL);
  }

  /// Returns the end-to-end latencies.
  public @Nullable Distribution e2el() {
    return of(LatencyMetric.E2EL);
  }

  /// TTFT and E2EL from a later stamp than the user's start.
  ///
  /// @param ttftMs time to first token
  /// @param e2elMs end-to-end latency
  public record Twin(@Nullable Distribution ttftMs, @Nullable Distribution e2elMs) {}
}
