package dev.goodput.gateway.exchange;

import dev.goodput.wire.answer.MemoryBudget;
import java.util.concurrent.atomic.AtomicLong;

/// A memory budget for one kind of data kept of exchanges, such as bodies until they are read:
/// observing must not take the memory that forwarding needs.
public final class BodyMemoryBudget implements MemoryBudget {
  private static final int SHARE_OF_HEAP = 8;
  private static final int SHARE_OF_ONE = 8;

  /// The limit for one body if an eighth of the total is less: a prompt of a million tokens.
  private static final long MAX_PROMPT_BYTES = 8L << 20;

  private final long max;
  private final AtomicLong taken = new AtomicLong();

  BodyMemoryBudget(long max) {
    this.max = max;
  }

  /// Returns a budget of an eighth of the largest heap.
  public static BodyMemoryBudget ofHeap() {
    return new BodyMemoryBudget(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
  }

  /// Returns the maximum bytes of one request's body, so that one long body leaves room for all
  /// others.
  long maxPerBody() {
    return Math.max(max / SHARE_OF_ONE, Math.min(max, MAX_PROMPT_BYTES));
  }

  @Override
  public boolean reserve(long bytes) {
    if (taken.addAndGet(bytes) <= max) {
      return true;
    }
    taken.addAndGet(-bytes);
    return false;
  }

  @Override
  public void release(long bytes) {
    taken.addAndGet(-bytes);
  }

  /// Returns the bytes taken now.
  long taken() {
    return taken.get();
  }
}
