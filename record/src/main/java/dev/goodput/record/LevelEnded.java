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
    /// All that was planned was done, for as long as was planned.
    COMPLETE(0),
    /// Interrupted; what was in flight was drained.
    DRAINED(1),
    /// Stopped at once.
    STOPPED(2),
    /// Nothing but failures: stopped early.
    ALL_FAILED(3),
    /// As many requests as were asked for had been taken up: a longer time would change nothing.
    COUNTED(4);

    /// The ending's number in the run log; never changes.
    final int code;

    Ending(int code) {
      this.code = code;
    }

    /// Whether the plan was over, by its time, its count or its workload.
    public boolean asPlanned() {
      return this == COMPLETE || this == COUNTED;
    }

    /// @throws IllegalArgumentException where no ending has the number
    static Ending of(int code) {
      for (Ending ending : values()) {
        if (ending.code == code) {
          return ending;
        }
      }
      throw new IllegalArgumentException("no ending has the number " + code);
    }
  }
}
