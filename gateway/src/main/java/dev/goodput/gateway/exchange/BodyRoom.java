package dev.goodput.gateway.exchange;

import dev.goodput.wire.answer.Room;
import java.util.concurrent.atomic.AtomicLong;

/// The memory that all bodies of requests and answers together may take until they are read: who
/// observes must not take what forwarding needs.
final class BodyRoom implements Room {
  private static final int SHARE_OF_HEAP = 8;

  private final long most;
  private final AtomicLong taken = new AtomicLong();

  BodyRoom(long most) {
    this.most = most;
  }

  /// An eighth of what Java may take.
  static BodyRoom ofHeap() {
    return new BodyRoom(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
  }

  @Override
  public boolean take(long bytes) {
    if (taken.addAndGet(bytes) <= most) {
      return true;
    }
    taken.addAndGet(-bytes);
    return false;
  }

  @Override
  public void giveBack(long bytes) {
    taken.addAndGet(-bytes);
  }

  /// Bytes that are taken now.
  long taken() {
    return taken.get();
  }
}
