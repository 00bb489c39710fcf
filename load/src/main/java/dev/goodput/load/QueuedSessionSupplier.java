package dev.goodput.load;

import dev.goodput.workload.SkippedRequests;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// The sessions that the feeder has ready for one loop. A loop that finds the supply empty marks
/// itself as waiting, and the feeder wakes it when there is more.
///
/// In an open loop each loop has its own queue, so that the seed alone determines which loop sends
/// what and when. In a closed loop all loops take from the same queue.
final class QueuedSessionSupplier implements SessionSupplier {
  private final Queue<PlannedSession> queue;
  private final AtomicLong bytesAhead;
  private final AtomicBoolean hungry = new AtomicBoolean();
  private volatile boolean over;
  private Runnable feeder = () -> {};
  private boolean exhausted;
  private SkippedRequests excluded = SkippedRequests.NONE;

  QueuedSessionSupplier(Queue<PlannedSession> queue, AtomicLong bytesAhead) {
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

  /// The end is checked after the loop has marked itself as waiting, or it could come in between
  /// and wake nobody. It is checked before the queue, which could otherwise be filled in between.
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

  /// Sets what wakes the feeder; before the level starts.
  void wakes(Runnable wakeUp) {
    feeder = wakeUp;
  }

  /// Feeder: adds a session; returns false if there is no room.
  boolean offer(PlannedSession session) {
    bytesAhead.addAndGet(session.bytes());
    if (queue.offer(session)) {
      return true;
    }
    bytesAhead.addAndGet(-session.bytes());
    return false;
  }

  @Override
  public SkippedRequests excluded() {
    return excluded;
  }

  /// Returns the number of sessions that are ready.
  int sessions() {
    return queue.size();
  }

  /// Feeder: marks the end of the supply.
  ///
  /// @param all what the workload skipped in all
  void end(SkippedRequests all) {
    excluded = all;
    over = true;
  }

  /// Feeder: returns whether the loop waits, and clears the mark.
  boolean takeWaiting() {
    return hungry.get() && hungry.getAndSet(false);
  }
}
