package dev.goodput.metrics.live;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The state of a run so far: counts since it started, and latencies and rates over the last ten
/// seconds. A latency without data is null.
///
/// @param done finished requests, each counted with its last attempt
/// @param ok successful requests
/// @param failed failed requests
/// @param cancelled requests cancelled as planned
/// @param failedByOutcome failed requests by outcome key
/// @param ttftP50Ms median TTFT, from the intended start
/// @param ttftP95Ms TTFT p95; the maximum if there are fewer than 20 values
/// @param itlP50Ms median inter-token latency; null also if only the mean is known
///   ([dev.goodput.metrics.stream.ItlTally])
/// @param itlP95Ms inter-token latency p95; the maximum if there are fewer than 20 values
/// @param rps successful requests per second
/// @param outputTps output tokens per second, counted when an exchange ends
public record LiveSnapshot(
    long done,
    long ok,
    long failed,
    long cancelled,
    SortedMap<String, Long> failedByOutcome,
    @Nullable Double ttftP50Ms,
    @Nullable Double ttftP95Ms,
    @Nullable Double itlP50Ms,
    @Nullable Double itlP95Ms,
    double rps,
    double outputTps) {
  /// Copies the map.
  public LiveSnapshot {
    failedByOutcome = Collections.unmodifiableSortedMap(new TreeMap<>(failedByOutcome));
  }
}
