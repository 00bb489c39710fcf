package dev.goodput.wire.relay;

/// Whether the other side of a shared connection is still there: where something was asked and
/// nothing at all was heard since, a ping must come back. A machine that vanishes says no goodbye,
/// and every further request would wait behind it until TCP gives up, a quarter of an hour later.
final class Pulse {
  private static final long QUIET_NANOS = 1_000_000_000;
  private static final long ANSWER_NANOS = 4_000_000_000L;

  private long askedAt;
  private long pingedAt;
  private boolean asked;
  private boolean pinged;

  /// What is to be done about a connection.
  enum Finding {
    /// Nothing.
    WELL,
    /// Ping it.
    QUIET,
    /// Ask it nothing more.
    GONE
  }

  /// Something is asked now.
  void asked(long now) {
    if (!asked) {
      asked = true;
      askedAt = now;
    }
  }

  /// How it stands.
  ///
  /// @param heardAt when something was last read
  Finding at(long now, long heardAt) {
    if (asked && heardAt > askedAt) {
      asked = false;
      pinged = false;
    }
    if (!asked || now - askedAt < QUIET_NANOS) {
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
