package dev.goodput.load;

import dev.goodput.record.LevelEnded;
import java.math.BigDecimal;
import java.util.List;

/// Why a level should end before its plan does.
///
/// @param ending the kind
/// @param reason in one clear line
/// @param now whether requests in flight are left too
record Interruption(LevelEnded.Ending ending, String reason, boolean now) {
  private static final int NANO_DIGITS = 9;

  /// Finish what is in flight.
  static final Interruption DRAIN =
      new Interruption(
          LevelEnded.Ending.DRAINED,
          "interrupted: requests in flight were followed to their end",
          false);

  /// Leave at once.
  static final Interruption STOP =
      new Interruption(LevelEnded.Ending.STOPPED, "stopped: interrupted twice", true);

  /// Leave what a drain of that length did not see the end of.
  static Interruption overdue(long drainNanos) {
    BigDecimal seconds = BigDecimal.valueOf(drainNanos, NANO_DIGITS).stripTrailingZeros();
    return new Interruption(
        LevelEnded.Ending.DRAINED,
        "interrupted: requests in flight were followed for "
            + seconds.toPlainString()
            + " s (--drain-timeout)",
        true);
  }

  /// Leave a target that answers nothing.
  static Interruption hopeless(String reason) {
    return new Interruption(
        LevelEnded.Ending.ALL_FAILED, "ended early by goodput: " + reason, true);
  }

  /// Whether this one goes further than another.
  boolean beyond(Interruption other) {
    return now() && !other.now();
  }

  /// Tells the loops.
  void tell(List<LoopWorker> workers) {
    for (LoopWorker worker : workers) {
      if (now()) {
        worker.stop(reason);
      } else {
        worker.drain(reason);
      }
    }
  }
}
