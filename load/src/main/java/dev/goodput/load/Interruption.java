package dev.goodput.load;

import dev.goodput.record.LevelEnded;
import java.math.BigDecimal;
import java.util.List;

/// A reason for a level to end before its plan does.
///
/// @param ending the kind
/// @param reason the reason in one clear line
/// @param now whether requests in flight are abandoned too
record Interruption(LevelEnded.Ending ending, String reason, boolean now) {
  private static final int NANO_DIGITS = 9;

  /// Finish what is in flight.
  static final Interruption DRAIN =
      new Interruption(
          LevelEnded.Ending.DRAINED,
          "interrupted: requests in flight were followed to their end",
          false);

  /// Abandon everything at once.
  static final Interruption STOP =
      new Interruption(LevelEnded.Ending.STOPPED, "stopped: interrupted twice", true);

  /// Returns an interruption that abandons the requests which a drain of that length did not
  /// complete.
  static Interruption overdue(long drainNanos) {
    BigDecimal seconds = BigDecimal.valueOf(drainNanos, NANO_DIGITS).stripTrailingZeros();
    return new Interruption(
        LevelEnded.Ending.DRAINED,
        "interrupted: requests in flight were followed for "
            + seconds.toPlainString()
            + " s (--drain-timeout)",
        true);
  }

  /// Returns an interruption for a target that answers nothing.
  static Interruption hopeless(String reason) {
    return new Interruption(
        LevelEnded.Ending.ALL_FAILED, "ended early by goodput: " + reason, true);
  }

  /// Returns whether this interruption goes further than the other.
  boolean beyond(Interruption other) {
    return now() && !other.now();
  }

  /// Notifies the loops.
  void applyTo(List<LoopWorker> workers) {
    for (LoopWorker worker : workers) {
      if (now()) {
        worker.stop(reason);
      } else {
        worker.drain(reason);
      }
    }
  }
}
