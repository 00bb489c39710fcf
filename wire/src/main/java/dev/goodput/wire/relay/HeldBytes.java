package dev.goodput.wire.relay;

import java.util.concurrent.atomic.AtomicLong;

/// How much of all requests a relay holds at once, on all of its loops: what waits for a route or
/// for a connection, and what is kept for another attempt.
final class HeldBytes {
  private static final int SHARE_OF_HEAP = 4;

  private final long most;
  private final AtomicLong held = new AtomicLong();

  HeldBytes(long most) {
    this.most = most;
  }

  /// As many as leave the rest of the program most of the heap.
  static HeldBytes ofHeap() {
    return new HeldBytes(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
  }

  /// Takes room for bytes; tells whether there was any.
  boolean take(int bytes) {
    boolean there = held.addAndGet(bytes) <= most;
    if (!there) {
      give(bytes);
    }
    return there;
  }

  /// Gives room back.
  void give(long bytes) {
    held.addAndGet(-bytes);
  }

  /// What is held now.
  long now() {
    return held.get();
  }
}
