package dev.goodput.load;

import dev.goodput.workload.Skipped;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import org.jctools.queues.SpmcArrayQueue;
import org.jctools.queues.SpscArrayQueue;

/// All that the feeder has ready: one supply per loop, bounded in sessions and in bytes.
final class Stock {
  private static final int LEAST_SESSIONS = 1024;
  private static final int MOST_SESSIONS = 16_384;

  /// Who steers decides late, by what was answered until then.
  private static final int STEERED_SESSIONS = 128;

  private static final long MOST_BYTES = 32L << 20;
  private static final long ENOUGH_NANOS = 2_000_000_000;

  private final boolean closed;
  private final int concurrency;
  private final AtomicLong bytesAhead = new AtomicLong();
  private final List<QueuedSupply> supplies = new ArrayList<>();
  private List<LoopWorker> workers = List.of();
  private int turn;
  private long offered;

  Stock(LevelPlan plan, int loops) {
    this.closed = plan.closed();
    this.concurrency = plan.concurrency();
    int room =
        plan.arrivals().decidedLate()
            ? Math.max(2, STEERED_SESSIONS / loops)
            : Math.clamp(2L * concurrency, LEAST_SESSIONS, MOST_SESSIONS);
    Queue<PlannedSession> common = new SpmcArrayQueue<>(room);
    for (int i = 0; i < loops; i++) {
      Queue<PlannedSession> queue = closed ? common : new SpscArrayQueue<>(room);
      supplies.add(new QueuedSupply(queue, bytesAhead));
    }
  }

  QueuedSupply supply(int loop) {
    return supplies.get(loop);
  }

  /// How the loops wake the feeder; before it starts.
  void wakes(Runnable feeder) {
    supplies.forEach(supply -> supply.wakes(feeder));
  }

  /// Whom to wake when there is more; before the level begins.
  synchronized void attach(List<LoopWorker> loopWorkers) {
    workers = loopWorkers;
  }

  /// Hands a session to the loop whose turn it is; false where there is no room.
  boolean offer(PlannedSession session) {
    if (bytesAhead.get() > MOST_BYTES || !supplies.get(turn).offer(session)) {
      return false;
    }
    turn = closed ? 0 : (turn + 1) % supplies.size();
    offered++;
    wake();
    return true;
  }

  /// Nothing comes any more.
  ///
  /// @param leftOut what the workload left out
  void end(Skipped leftOut) {
    supplies.forEach(supply -> supply.end(leftOut));
    wake();
  }

  private void wake() {
    for (int i = 0; i < supplies.size(); i++) {
      if (supplies.get(i).takeHungry()) {
        wake(i);
      }
    }
  }

  private synchronized void wake(int loop) {
    workers.get(loop).fed();
  }

  /// Whether the level may begin now that this session is ready.
  boolean enoughToBegin(PlannedSession last) {
    return closed ? offered > concurrency : last.offsetNanos() > ENOUGH_NANOS;
  }
}
