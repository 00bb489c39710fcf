package dev.goodput.metrics.live;

import java.util.SortedMap;

/// The progress of a running level, reported about four times a second. Rolling figures cover the
/// last few seconds. A figure that is not known yet is NaN.
///
/// @param level the index of the level, from 0
/// @param levels the number of levels
/// @param elapsedNanos time since the level started
/// @param remainingNanos time until the last request starts; -1 if only a count ends the level
/// @param planned planned requests; -1 if only time ends the level
/// @param done finished requests, including failed ones
/// @param inFlight started requests that have not finished, including throttled ones
/// @param waiting the requests in flight that are throttled by `--max-in-flight`
/// @param failed failed requests so far, by the keys of `by_outcome`
/// @param targetRate planned requests per second, for stages the mean up to now; NaN if the
///   arrivals have no rate
/// @param achievedRate started requests per second, up to now or to the end of the schedule: the
///   level's duration, its last request, or an interruption
/// @param ttftP50Millis rolling median TTFT
/// @param ttftP95Millis rolling TTFT p95
/// @param itlP50Millis rolling median inter-token latency
/// @param itlP95Millis rolling inter-token latency p95
/// @param outputTps rolling output tokens per second, counted as they stream
/// @param scheduleLagMillis the largest delay of a send in the last second
/// @param loopLagMillis the largest delay of an event loop in the last second
/// @param cpuShare CPU use in the last second, as a share of the cores that this process may use
/// @param phase the phase of the level
/// @param latestEndNanos the latest end of a level that waits for its last responses, since its
///   start; -1 if it is not known
public record Progress(
    int level,
    int levels,
    long elapsedNanos,
    long remainingNanos,
    long planned,
    long done,
    int inFlight,
    int waiting,
    SortedMap<String, Long> failed,
    double targetRate,
    double achievedRate,
    double ttftP50Millis,
    double ttftP95Millis,
    double itlP50Millis,
    double itlP95Millis,
    double outputTps,
    double scheduleLagMillis,
    double loopLagMillis,
    double cpuShare,
    Phase phase,
    long latestEndNanos) {

  /// A phase of a level.
  public enum Phase {
    /// Users start requests.
    RUNNING,
    /// The plan is complete, and the last responses are still in flight.
    LAST_RESPONSES,
    /// The level was interrupted and waits for the requests in flight.
    DRAINING
  }
}
