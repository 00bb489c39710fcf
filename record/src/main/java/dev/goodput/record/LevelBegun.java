package dev.goodput.record;

/// A load level begins; written before its first request.
///
/// @param level from 0
/// @param beginNanos when, nanoseconds since the run began
/// @param arrivals the arrival process by name: `closed`, `constant`, `poisson`, `gamma`, `trace`,
///   `stages`, `burst`; behind a blank its profile where its rate changes: `stages 2→20/s`
/// @param rateAsked requests per second asked, NaN where the process has none
/// @param concurrencyAsked users asked in a closed loop, 0 in an open one
/// @param maxInFlight the cap on requests in flight that was asked for, 0 where none
public record LevelBegun(
    int level,
    long beginNanos,
    String arrivals,
    double rateAsked,
    int concurrencyAsked,
    int maxInFlight)
    implements LogEntry {

  /// The arrival process by name alone.
  public String kind() {
    int blank = arrivals.indexOf(' ');
    return blank < 0 ? arrivals : arrivals.substring(0, blank);
  }

  /// The profile of a rate that changes: `2→20/s`; empty where it does not.
  public String profile() {
    int blank = arrivals.indexOf(' ');
    return blank < 0 ? "" : arrivals.substring(blank + 1);
  }
}
