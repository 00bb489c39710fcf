package dev.goodput.load;

import dev.goodput.workload.Skipped;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// What the feeder has ready for one loop. A loop that finds nothing says so, and is woken by the
/// feeder when there is more.
///
/// In an open loop each loop has its own queue, so that who asks what and when follows from the
/// seed alone; in a closed one all loops take from the same.
final class QueuedSupply implements Supply {
  private final Queue<PlannedSession> queue;
  private final AtomicLong bytesAhead;
  private final AtomicBoolean hungry = new AtomicBoolean();
  private volatile boolean over;
  private Runnable feeder = () -> {};
  private boolean exhausted;
  private Skipped leftOut = Skipped.NONE;

  QueuedSupply(Queue<PlannedSession> queue, AtomicLong bytesAhead) {
    this.queue = queue;
    this.bytesAhead = bytesAhead;
  }

  @Override
  public @Nullable PlannedSession poll() {
    PlannedSession next = queue.poll();
    if (next == null) {
      next = pollHungry();
    }
    if (next != null) {
      bytesAhead.addAndGet(-next.bytes());
    }
    return next;
  }

  /// The end is looked at after saying that we wait, or it could come in between and wake nobody;
  /// and before the queue, or that could be filled in between.
  private @Nullable PlannedSession pollHungry() {
    hungry.set(true);
    boolean last = over;
    PlannedSession next = queue.poll();
    exhausted = last && next == null;
    feeder.run();
    return next;
  }

  @Override
  public boolean exhausted() {
    return exhausted;
  }

  /// What wakes the feeder; before the level begins.
  void wakes(Runnable wakeUp) {
    feeder = wakeUp;
  }

  /// Feeder: hands one over; false where there is no room.
  boolean offer(PlannedSession session) {
    bytesAhead.addAndGet(session.bytes());
    if (queue.offer(session)) {
      return true;
    }
    bytesAhead.addAndGet(-session.bytes());
    return false;
  }

  @Override
  public Skipped leftOut() {
    return leftOut;
  }

  /// How many sessions are ready.
  int sessions() {
    return queue.size();
  }

  /// Feeder: nothing comes after this.
  ///
  /// @param all what the workload left out
  void end(Skipped all) {
    leftOut = all;
    over = true;
  }

  /// Feeder: whether the loop waits; asking clears it.
  boolean takeHungry() {
    return hungry.get() && hungry.getAndSet(false);
  }
}
