package dev.goodput.record;

/// A load level begins; written before its first request.
///
/// @param level from 0
/// @param beginNanos when, nanoseconds since the run began
/// @param arrivals the word of the arrivals' [ArrivalKind]
/// @param profile how its rate changes by plan: `2→20/s`; empty where it does not
/// @param rateAsked requests per second asked, NaN where the process has none
/// @param concurrencyAsked users asked in a closed loop, 0 in an open one
/// @param maxInFlight the cap on requests in flight that was asked for, 0 where none
public record LevelBegun(
    int level,
    long beginNanos,
    String arrivals,
    String profile,
    double rateAsked,
    int concurrencyAsked,
    int maxInFlight)
    implements LogEntry {
  /// How the arrivals come about.
  public ArrivalKind kind() {
    return ArrivalKind.of(arrivals);
  }
}
