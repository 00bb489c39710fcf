package dev.goodput.gateway.exchange;

import java.util.concurrent.atomic.AtomicLong;

/// The memory that all bodies together may take until they are read: who observes must not take
/// what forwarding needs. From any thread.
final class BodyRoom {
  private static final int SHARE_OF_HEAP = 8;

  private final long most;
  private final AtomicLong taken = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();

  BodyRoom(long most) {
    this.most = most;
  }

  /// An eighth of what Java may take.
  static BodyRoom ofHeap() {
    return new BodyRoom(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
  }

  /// Takes so many bytes; false, and counted, where there are not so many.
  boolean take(long bytes) {
    if (taken.addAndGet(bytes) <= most) {
      return true;
    }
    taken.addAndGet(-bytes);
    refused.incrementAndGet();
    return false;
  }

  void giveBack(long bytes) {
    taken.addAndGet(-bytes);
  }

  /// Bytes that are taken now.
  long taken() {
    return taken.get();
  }

  /// How many bodies were not read to their end, as there was no room.
  long refused() {
    return refused.get();
  }
}
