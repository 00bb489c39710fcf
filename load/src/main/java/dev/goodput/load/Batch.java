package dev.goodput.load;

/// How much a loop takes up before it looks at its sockets again, so that a thousand users who come
/// at once do not deafen it: so many sessions, or so long. What follows must be a timer and not a
/// task: a loop runs tasks for as long as there are any before it turns to its sockets.
final class Batch {
  /// When to look again whether the draining thread has made room.
  static final long BEHIND_NANOS = 1_000_000;

  private static final int MOST = 16;

  /// Beside a lag of 5 ms, from which a client is not to be trusted, and more where connections are
  /// made.
  private static final long MOST_NANOS = 1_000_000;

  private final long endNanos;
  private int room = MOST;

  Batch(LoopWorker worker) {
    this.endNanos = worker.now() + MOST_NANOS;
  }

  /// Asked before each session: whether it belongs to the next batch.
  boolean full(long nowNanos) {
    return room-- <= 0 || nowNanos >= endNanos;
  }
}
