package dev.goodput.metrics.live;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The state of a run so far: counts since it started, figures over the last ten seconds.
///
/// @param done requests that ended, by their last attempt
/// @param ok completed responses
/// @param failed failures
/// @param cancelled requests cancelled as planned
/// @param failedByOutcome failures by outcome key
/// @param ttftP50Ms TTFT from the intended start, absent without data; so are the next three
/// @param ttftP95Ms the maximum below 20 values
/// @param itlP50Ms inter-token latency; absent too if only its mean is known
///   ([dev.goodput.metrics.stream.ItlTally])
/// @param itlP95Ms the maximum below 20 values
/// @param rps `ok` requests per second
/// @param outputTps output tokens per second of the exchanges that ended
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
