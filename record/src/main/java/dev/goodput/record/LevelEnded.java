package dev.goodput.record;

/// A load level ended; its last entry.
///
/// @param level from 0
/// @param endNanos when the last exchange had ended, nanoseconds since the run began
/// @param ending why it ended
/// @param inFlightNanos the load engine's own integral of requests in flight over time, in
///   request-nanoseconds, to be held against the sum over records; -1 where not kept
/// @param concurrencyPeak most requests in flight at once
public record LevelEnded(
    int level, long endNanos, Ending ending, long inFlightNanos, int concurrencyPeak)
    implements LogEntry {

  /// Why a level ended.
  public enum Ending {
    /// All that was planned was done.
    COMPLETE,
    /// Interrupted; what was in flight was drained.
    DRAINED,
    /// Stopped at once.
    STOPPED,
    /// Nothing but failures: stopped early.
    ALL_FAILED
  }
}
