package dev.goodput.load;

import dev.goodput.record.Outcome;

/// Who asks: in a closed loop one user after another session, in an open one a user for each. Lives
/// on one loop.
///
/// Nobody comes back within a millisecond of a failure: after one a user pauses for 100 ms. No
/// longer, whatever goes on or the server asks for, or an outage would be seen by nobody and count
/// for little.
final class User {
  private static final long PAUSE_NANOS = 100_000_000;

  /// Since when he has nothing under way, nanoseconds since the run began.
  long freeSinceNanos;

  private long pauseNanos;

  /// His request is over.
  void heard(Outcome outcome) {
    pauseNanos = outcome.failure() ? PAUSE_NANOS : 0;
  }

  /// How long he pauses before he asks again; 0 after an answer.
  long pauseNanos() {
    return pauseNanos;
  }
}
