package dev.goodput.load;

/// How long a loop takes up sessions before it looks at its sockets again, so that a thousand users
/// who come at once do not deafen it. What follows must be a timer and not a task: a loop runs
/// tasks for as long as there are any before it turns to its sockets.
///
/// The first batch is short, for its requests wait until it is over to be written on connections
/// that are being made. A later one may take as long as the sockets took before it: a loop that is
/// busy reading still gets on with its schedule.
///
/// Requests that are written at once, on connections that are open, need not wait for the sockets:
/// of a burst, whose arrivals are planned close together, they go one after another. Answers that
/// come meanwhile are read no later than the last of its requests is sent, so that the schedule's
/// lag shows how late they may be.
final class Batch {
  /// When to look again whether the draining thread has made room.
  static final long BEHIND_NANOS = 1_000_000;

  /// Arrivals planned no further apart are of one burst. A loop that is late with others goes on
  /// reading its sockets.
  static final long DENSE_NANOS = 100_000;

  private static final long LEAST_NANOS = 50_000;

  /// Beside a lag of 5 ms, from which a client is not to be trusted, and more where connections are
  /// made.
  private static final long MOST_NANOS = 1_000_000;

  /// The same of requests that are written at once: some 1,500 of them.
  private static final long WRITTEN_NANOS = 20_000_000;

  private final long endNanos;
  private final long writtenEndNanos;
  private long fullAt;

  private Batch(long beginNanos, long lengthNanos) {
    this.endNanos = beginNanos + lengthNanos;
    this.writtenEndNanos = beginNanos + WRITTEN_NANOS;
  }

  /// The first batch, which begins now.
  static Batch first(long nowNanos) {
    return new Batch(nowNanos, LEAST_NANOS);
  }

  /// The batch after this one, which was full.
  Batch next(long nowNanos) {
    return new Batch(nowNanos, Math.clamp(nowNanos - fullAt, LEAST_NANOS, MOST_NANOS));
  }

  /// Asked before each session: whether it belongs to the next batch.
  boolean full(long nowNanos) {
    return full(nowNanos, false);
  }

  /// The same of a session whose first request may be written at once.
  boolean full(long nowNanos, boolean written) {
    fullAt = nowNanos;
    return nowNanos >= (written ? writtenEndNanos : endNanos);
  }
}
