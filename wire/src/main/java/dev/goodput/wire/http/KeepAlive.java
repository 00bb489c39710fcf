package dev.goodput.wire.http;

/// How long one server is thought to leave an idle connection open: the shortest time that it
/// announced (`Keep-Alive: timeout=`) or was seen to wait, less a fifth.
///
/// A request that was sent on a connection which the server just closed must not be sent twice, so
/// no connection is used that has been idle for longer. May be shared between threads.
public final class KeepAlive {
  private static final long SECOND_NANOS = 1_000_000_000;

  /// A connection that was closed sooner was ended, as by a server that stops. It does not show how
  /// long the next one is kept.
  private static final long LEAST_IDLE_NANOS = SECOND_NANOS;

  /// The same of a connection that was closed as soon as it was used again.
  private static final long LEAST_REFUSED_NANOS = SECOND_NANOS / 10;

  /// A connection that was closed later than this after a request may have failed for the request.
  private static final long REFUSED_WITHIN_NANOS = SECOND_NANOS;

  private volatile long idleLimit;

  /// @param mostIdleNanos how long a connection may be idle where nothing is known
  public KeepAlive(long mostIdleNanos) {
    this.idleLimit = mostIdleNanos;
  }

  /// For less than this a connection may have been idle to be used, in ns.
  public long idleLimitNanos() {
    return idleLimit;
  }

  /// Takes in what the server announced.
  public void heard(ResponseHead head) {
    long seconds = head.keepAlive("timeout");
    if (seconds > 0) {
      shorten(seconds * SECOND_NANOS);
    }
  }

  /// The server closed or reset a connection that had been idle for so long, in ns.
  public void closedAfter(long nanos) {
    if (nanos >= LEAST_IDLE_NANOS) {
      shorten(nanos);
    }
  }

  /// The server closed or reset a connection without an answer when it was used again.
  ///
  /// @param idleNanos how long it had been idle before the request
  /// @param usedNanos how long after the request that was
  public void refusedAfter(long idleNanos, long usedNanos) {
    if (idleNanos >= LEAST_REFUSED_NANOS && usedNanos < REFUSED_WITHIN_NANOS) {
      shorten(idleNanos);
    }
  }

  private synchronized void shorten(long nanos) {
    idleLimit = Math.min(idleLimit, nanos - nanos / 5);
  }
}
