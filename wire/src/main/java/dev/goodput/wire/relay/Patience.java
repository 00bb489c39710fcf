package dev.goodput.wire.relay;

/// How long one server is thought to leave an idle connection open.
///
/// A server that closes idle connections closes one now and then just as it is used again, and a
/// request that was sent must not be sent twice. So no connection is used that has been idle for
/// nearly as long as the server was seen to wait. One that waited for less than a second was ended,
/// and tells nothing of how long the next one waits.
final class Patience {
  private static final long MOST_IDLE_NANOS = 60_000_000_000L;
  private static final long LEAST_PATIENCE_NANOS = 1_000_000_000;

  private long idleLimit = MOST_IDLE_NANOS;

  /// For less than this a connection may have been idle to be used, in ns.
  long idleLimitNanos() {
    return idleLimit;
  }

  /// The server closed a connection that had been idle for so long, in ns.
  void seenToWait(long nanos) {
    if (nanos >= LEAST_PATIENCE_NANOS) {
      idleLimit = Math.min(idleLimit, nanos - nanos / 5);
    }
  }
}
