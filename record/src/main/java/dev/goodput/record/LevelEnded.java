package dev.goodput.record;

/// The end of a load level; its last entry.
///
/// @param level the level's number, from 0
/// @param endNanos end of the last exchange, nanoseconds since the run began
/// @param ending why it ended
/// @param inFlightNanos the load engine's own integral of requests in flight over time, in
///   request-nanoseconds, to be compared with the sum over records; -1 if not measured
/// @param concurrencyPeak most requests in flight at once
public record LevelEnded(
    int level, long endNanos, Ending ending, long inFlightNanos, int concurrencyPeak)
    implements LogEntry {

  /// The reason why a level ended.
  public enum Ending {
    /// The plan was completed, for its full time.
    COMPLETE(0),
    /// Interrupted; requests in flight were drained.
    DRAINED(1),
    /// Stopped at once.
    STOPPED(2),
    /// Stopped early because all requests failed.
    ALL_FAILED(3),
    /// The planned number of requests had been taken up; more time would change nothing.
    COUNTED(4);

    /// The ending's number in the run log; never changes.
    final int code;

    Ending(int code) {
      this.code = code;
    }

    /// Returns whether the plan was completed, by its time, its count or its workload.
    public boolean asPlanned() {
      return this == COMPLETE || this == COUNTED;
    }

    /// @throws IllegalArgumentException if no ending has the number
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
