package dev.goodput.gateway.exchange;

import dev.goodput.wire.answer.Room;
import java.util.concurrent.atomic.AtomicLong;

/// The memory that all of one kind that is kept of exchanges may take together, as are bodies until
/// they are read: who observes must not take what forwarding needs.
public final class BodyRoom implements Room {
  private static final int SHARE_OF_HEAP = 8;
  private static final int SHARE_OF_ONE = 8;

  /// What one may have where an eighth of all would be less: a prompt of a million tokens.
  private static final long USUAL_LONGEST = 8L << 20;

  private final long most;
  private final AtomicLong taken = new AtomicLong();

  BodyRoom(long most) {
    this.most = most;
  }

  /// An eighth of what Java may take.
  public static BodyRoom ofHeap() {
    return new BodyRoom(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
  }

  /// The most that a single request's body may have, so that one that is long in coming leaves room
  /// for all others.
  long mostOfOne() {
    return Math.max(most / SHARE_OF_ONE, Math.min(most, USUAL_LONGEST));
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
