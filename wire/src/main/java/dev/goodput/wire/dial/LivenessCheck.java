package dev.goodput.wire.dial;

/// A check for a vanished peer on a shared connection. If nothing is received for a while after a
/// request, a ping is sent and must be answered. Otherwise every further request would wait on a
/// dead connection until TCP gives up, a quarter of an hour later.
public final class LivenessCheck {
  private static final long QUIET_NANOS = 1_000_000_000;
  private static final long ANSWER_NANOS = 4_000_000_000L;

  private long requestNanos;
  private long pingedAt;
  private boolean requested;
  private boolean pinged;

  /// What to do about a connection.
  public enum Finding {
    /// Nothing.
    WELL,
    /// Send a ping.
    QUIET,
    /// Send no more requests on it.
    GONE
  }

  /// Notes that a request is sent now.
  public void requested(long now) {
    if (!requested) {
      requested = true;
      requestNanos = now;
    }
  }

  /// Returns the state of the connection.
  ///
  /// @param heardAt when something was last read
  public Finding at(long now, long heardAt) {
    if (requested && heardAt > requestNanos) {
      requested = false;
      pinged = false;
    }
    if (!requested || now - requestNanos < QUIET_NANOS) {
      return Finding.WELL;
    }
    if (!pinged) {
      pinged = true;
      pingedAt = now;
      return Finding.QUIET;
    }
    return now - pingedAt < ANSWER_NANOS ? Finding.WELL : Finding.GONE;
  }
}
