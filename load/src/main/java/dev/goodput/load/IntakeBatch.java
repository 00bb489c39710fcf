package dev.goodput.load;

/// The time for which a loop takes up sessions before it reads its sockets again, so that a
/// thousand simultaneous arrivals do not keep it from reading. The next batch must be started by a
/// timer and not by a task: a loop runs all pending tasks before it turns to its sockets.
///
/// The first batch is short, because its requests are written only after it, on connections that
/// are still being opened. A later batch may last as long as the sockets took before it, so that a
/// loop that is busy reading still keeps up with its schedule.
///
/// Requests that are written at once, on open connections, need not wait for the sockets: the
/// requests of a burst, whose arrivals are planned close together, are sent one after another.
/// Responses that arrive meanwhile are read no later than the last request is sent, so the schedule
/// lag shows how late they may be.
final class IntakeBatch {
  /// How long to wait before checking again whether the draining thread has made room.
  static final long BEHIND_NANOS = 1_000_000;

  /// Largest planned distance between arrivals of one burst. A loop that is late with other
  /// arrivals keeps reading its sockets.
  static final long DENSE_NANOS = 100_000;

  private static final long MIN_NANOS = 50_000;

  /// Small compared with a lag of 5 ms, from which a client is not trusted; longer where
  /// connections are opened.
  private static final long MAX_NANOS = 1_000_000;

  /// The same limit for requests that are written at once: some 1,500 of them.
  private static final long WRITTEN_NANOS = 20_000_000;

  private final long endNanos;
  private final long writtenEndNanos;
  private long fullAt;

  private IntakeBatch(long beginNanos, long lengthNanos) {
    this.endNanos = beginNanos + lengthNanos;
    this.writtenEndNanos = beginNanos + WRITTEN_NANOS;
  }

  /// Returns the first batch, which starts now.
  static IntakeBatch first(long nowNanos) {
    return new IntakeBatch(nowNanos, MIN_NANOS);
  }

  /// Returns the batch that follows this full one.
  IntakeBatch next(long nowNanos) {
    return new IntakeBatch(nowNanos, Math.clamp(nowNanos - fullAt, MIN_NANOS, MAX_NANOS));
  }

  /// Returns whether the next session belongs to the next batch; called before each session.
  boolean full(long nowNanos) {
    return full(nowNanos, false);
  }

  /// The same for a session whose first request may be written at once.
  boolean full(long nowNanos, boolean written) {
    fullAt = nowNanos;
    return nowNanos >= (written ? writtenEndNanos : endNanos);
  }
}
