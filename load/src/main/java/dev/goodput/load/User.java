package dev.goodput.load;

import dev.goodput.record.Outcome;

/// A user: in a closed loop each user runs one session after another, in an open loop each session
/// has its own user. Lives on one loop.
///
/// After a failure a user pauses for 100 ms, since no real user returns within a millisecond. The
/// pause never gets longer, whatever Retry-After the server sends, or an outage would affect few
/// requests and count for little.
final class User {
  private static final long PAUSE_NANOS = 100_000_000;

  /// Since when the user has had no session, in nanoseconds since the run began.
  long freeSinceNanos;

  private long pauseNanos;

  /// Notes how the user's request ended.
  void recordOutcome(Outcome outcome) {
    pauseNanos = outcome.failure() ? PAUSE_NANOS : 0;
  }

  /// Returns how long the user pauses before the next request; 0 after a success.
  long pauseNanos() {
    return pauseNanos;
  }
}
