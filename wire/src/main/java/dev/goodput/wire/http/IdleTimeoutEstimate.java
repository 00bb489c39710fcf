package dev.goodput.wire.http;

/// An estimate of how long one server keeps an idle connection open: the shortest time that it
/// announced (`Keep-Alive: timeout=`) or was observed to wait, less a fifth.
///
/// A connection that has been idle for longer is not used: a request sent just as the server closes
/// its connection cannot safely be sent again. Thread-safe.
public final class IdleTimeoutEstimate {
  private static final long SECOND_NANOS = 1_000_000_000;

  /// A connection that was closed sooner was ended for another reason, such as a shutdown. It does
  /// not show how long the next one is kept.
  private static final long MIN_IDLE_NANOS = SECOND_NANOS;

  /// The same for a connection that was closed as soon as it was used again.
  private static final long MIN_REFUSED_NANOS = SECOND_NANOS / 10;

  /// A connection that was closed later than this after a request may have failed because of the
  /// request.
  private static final long REFUSED_WITHIN_NANOS = SECOND_NANOS;

  private volatile long idleLimit;

  /// @param maxIdleNanos idle limit while nothing is known
  public IdleTimeoutEstimate(long maxIdleNanos) {
    this.idleLimit = maxIdleNanos;
  }

  /// Returns how long a connection may have been idle to be used, in nanoseconds (exclusive).
  public long idleLimitNanos() {
    return idleLimit;
  }

  /// Takes the server's announcement into account.
  public void apply(ResponseHead head) {
    long seconds = head.keepAlive("timeout");
    if (seconds > 0) {
      shorten(seconds * SECOND_NANOS);
    }
  }

  /// Notes that the server closed or reset a connection after this idle time, in nanoseconds.
  public void closedAfter(long nanos) {
    if (nanos >= MIN_IDLE_NANOS) {
      shorten(nanos);
    }
  }

  /// Notes that the server closed or reset a connection without a response when it was used again.
  ///
  /// @param idleNanos how long the connection had been idle before the request
  /// @param usedNanos time from the request to the close
  public void refusedAfter(long idleNanos, long usedNanos) {
    if (idleNanos >= MIN_REFUSED_NANOS && usedNanos < REFUSED_WITHIN_NANOS) {
      shorten(idleNanos);
    }
  }

  private synchronized void shorten(long nanos) {
    idleLimit = Math.min(idleLimit, nanos - nanos / 5);
  }
}
