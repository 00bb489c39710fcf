package dev.goodput.record;

/// The start of a load level; written before its first request.
///
/// @param level the level's number, from 0
/// @param beginNanos start time, nanoseconds since the run began
/// @param arrivals the word of the arrivals' [ArrivalKind]
/// @param profile planned change of the rate, such as `2→20/s`; empty for a constant rate
/// @param targetRate requested rate per second, NaN if the process has none
/// @param targetConcurrency requested users in a closed loop, 0 in an open one
/// @param maxInFlight requested cap on requests in flight, 0 for none
public record LevelStarted(
    int level,
    long beginNanos,
    String arrivals,
    String profile,
    double targetRate,
    int targetConcurrency,
    int maxInFlight)
    implements LogEntry {
  /// Returns the kind of the arrivals.
  public ArrivalKind kind() {
    return ArrivalKind.of(arrivals);
  }
}
