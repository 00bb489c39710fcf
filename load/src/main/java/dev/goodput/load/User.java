package dev.goodput.load;

import dev.goodput.record.Outcome;

/// Who asks: in a closed loop one user after another session, in an open one a user for each. Lives
/// on one loop.
///
/// Nobody comes back within a millisecond of a failure. After one a user pauses: 100 ms, and twice
/// as long after each further failure of his in a row, up to a second; or for as long as the server
/// asks for, up to ten. As long as a target has answered nobody the pause stays at 100 ms, so that
/// one that never will is soon found out. No chance is in it: the same answers make the same
/// pauses.
final class User {
  private static final long FIRST_NANOS = 100_000_000;
  private static final long LONGEST_NANOS = 1_000_000_000;
  private static final long SECOND_NANOS = 1_000_000_000;
  private static final int LONGEST_ASKED_SECONDS = 10;
  private static final int DOUBLINGS = 4;

  /// Since when he has nothing under way, nanoseconds since the run began.
  long freeSinceNanos;

  private int failuresInARow;
  private long pauseNanos;

  /// His request is over.
  ///
  /// @param retryAfterSeconds what the server asked for, -1 where it asked nothing
  /// @param answered whether the target has answered anybody
  void heard(Outcome outcome, int retryAfterSeconds, boolean answered) {
    failuresInARow = outcome.failure() ? failuresInARow + 1 : 0;
    pauseNanos = failuresInARow == 0 ? 0 : pause(retryAfterSeconds, answered);
  }

  private long pause(int retryAfterSeconds, boolean answered) {
    if (!answered) {
      return FIRST_NANOS;
    }
    long own = Math.min(FIRST_NANOS << Math.min(failuresInARow - 1, DOUBLINGS), LONGEST_NANOS);
    return Math.max(own, Math.min(retryAfterSeconds, LONGEST_ASKED_SECONDS) * SECOND_NANOS);
  }

  /// How long he pauses before he asks again; 0 after an answer.
  long pauseNanos() {
    return pauseNanos;
  }
}
