package dev.goodput.metrics.live;

import java.util.SortedMap;

/// Where a running level stands; made about four times a second. Times in milliseconds where the
/// name says so; NaN stands for what is not known yet. Rolling figures cover the last few seconds.
///
/// @param level the level, from 0
/// @param levels how many levels there are
/// @param elapsedNanos since the level began
/// @param leftNanos until no more users come, -1 where only a count ends the level
/// @param planned requests planned, -1 where only time ends the level
/// @param done requests ended, failed ones too
/// @param inFlight requests between start and end, those behind a cap too
/// @param waiting of those, behind the cap on requests in flight
/// @param failed failures so far by the words of `by_outcome`; empty where none
/// @param rateAsked requests per second asked, of stages on average up to now; NaN where the
///   arrivals name no rate
/// @param rateAchieved requests per second taken up while any were due: to the level's time, its
///   last request or an interruption
/// @param ttftP50Millis rolling
/// @param ttftP95Millis rolling
/// @param itlP50Millis rolling
/// @param itlP95Millis rolling
/// @param outputTps output tokens per second, rolling, of all answers as they stream
/// @param scheduleLagMillis largest over the last second
/// @param loopLagMillis largest over the last second
/// @param cpuShare of the cores this process may use, over the last second
/// @param phase what the level does
/// @param latestEndNanos when a level that waits for its last answers is over at the latest, since
///   it began; -1 where that is not known
public record Progress(
    int level,
    int levels,
    long elapsedNanos,
    long leftNanos,
    long planned,
    long done,
    int inFlight,
    int waiting,
    SortedMap<String, Long> failed,
    double rateAsked,
    double rateAchieved,
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

  /// What a level does.
  public enum Phase {
    /// Users start requests.
    RUNNING,
    /// The plan is complete, and the last responses are still in flight.
    LAST_ANSWERS,
    /// The level was interrupted and waits for the requests in flight.
    DRAINING
  }
}
