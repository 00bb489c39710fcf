package dev.goodput.load;

import dev.goodput.workload.SkippedRequests;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import org.jctools.queues.SpmcArrayQueue;
import org.jctools.queues.SpscArrayQueue;
import org.jspecify.annotations.Nullable;

/// The sessions that the feeder has ready: one supply per loop, bounded in sessions and in bytes.
final class SessionBuffer {
  private static final int MIN_SESSIONS = 1024;
  private static final int MAX_SESSIONS = 16_384;

  /// Arrivals that are steered are decided late, from the responses so far.
  private static final int STEERED_SESSIONS = 128;

  private static final long MAX_BYTES = 32L << 20;
  private static final long ENOUGH_NANOS = 2_000_000_000;

  private final boolean closed;
  private final int concurrency;
  private final AtomicLong bytesAhead = new AtomicLong();
  private final List<QueuedSessionSupplier> supplies = new ArrayList<>();
  private final List<BurstFinder> finders = new ArrayList<>();

  /// Bursts found before there were workers, by loop.
  private final List<List<Burst>> found = new ArrayList<>();

  /// Most sessions ahead on one loop, not counting a burst at their end.
  private final int most;

  private List<LoopWorker> workers = List.of();
  private int turn;
  private long offered;

  SessionBuffer(LevelPlan plan, int loops) {
    this.closed = plan.closed();
    this.concurrency = plan.concurrency();
    boolean decidedLate = plan.arrivals().decidedAtRuntime();
    int room =
        decidedLate
            ? Math.max(2, STEERED_SESSIONS / loops)
            : Math.clamp(2L * concurrency, MIN_SESSIONS, MAX_SESSIONS);
    Queue<PlannedSession> common = new SpmcArrayQueue<>(room);
    int whole = decidedLate ? room : MAX_SESSIONS;
    this.most = closed || decidedLate ? Integer.MAX_VALUE : room;
    for (int i = 0; i < loops; i++) {
      Queue<PlannedSession> queue = closed ? common : new SpscArrayQueue<>(whole);
      supplies.add(new QueuedSessionSupplier(queue, bytesAhead));
      finders.add(new BurstFinder());
      found.add(new ArrayList<>());
    }
  }

  QueuedSessionSupplier supply(int loop) {
    return supplies.get(loop);
  }

  /// Sets how the loops wake the feeder; before it starts.
  void wakes(Runnable feeder) {
    supplies.forEach(supply -> supply.wakes(feeder));
  }

  /// Sets the workers to wake when there is more; before the level starts.
  synchronized void attach(List<LoopWorker> loopWorkers) {
    workers = loopWorkers;
    for (int i = 0; i < workers.size(); i++) {
      found.get(i).forEach(workers.get(i)::expectBurst);
    }
  }

  /// Returns how long before the level's start the connections of its first burst are opened.
  synchronized long leadNanos() {
    return found.stream()
        .flatMap(List::stream)
        .mapToLong(burst -> burst.leadNanos() - burst.offsetNanos())
        .reduce(0, Math::max);
  }

  /// Gives a session to the next loop in turn; returns false if there is no room. A burst is kept
  /// together, because there is no time to encode its bodies while it is being sent.
  boolean offer(PlannedSession session) {
    BurstFinder finder = finders.get(turn);
    boolean together = !closed && finder.continues(session);
    if (!together) {
      report(turn);
    }
    QueuedSessionSupplier supply = supplies.get(turn);
    if (bytesAhead.get() > MAX_BYTES
        || (!together && supply.sessions() >= most)
        || !supply.offer(session)) {
      report(turn);
      return false;
    }
    if (!closed) {
      finder.add(session);
    }
    turn = closed ? 0 : (turn + 1) % supplies.size();
    offered++;
    wake();
    return true;
  }

  /// Marks the end of all supplies.
  ///
  /// @param excluded what the workload skipped
  void end(SkippedRequests excluded) {
    for (int i = 0; i < supplies.size(); i++) {
      report(i);
      supplies.get(i).end(excluded);
    }
    wake();
  }

  private synchronized void report(int loop) {
    Burst burst = finders.get(loop).take();
    if (burst == null) {
      return;
    }
    if (workers.isEmpty()) {
      found.get(loop).add(burst);
    } else {
      workers.get(loop).expectBurst(burst);
    }
  }

  private void wake() {
    for (int i = 0; i < supplies.size(); i++) {
      if (supplies.get(i).takeWaiting()) {
        wake(i);
      }
    }
  }

  private synchronized void wake(int loop) {
    workers.get(loop).fed();
  }

  /// Returns whether the level may start now that this session is ready.
  boolean hasEnoughToStart(PlannedSession last) {
    return closed ? offered > concurrency : last.offsetNanos() > ENOUGH_NANOS;
  }

  /// A detector of bursts in one loop's part of a schedule, in the order in which the schedule is
  /// read ahead. Belongs to the feeder.
  private static final class BurstFinder {
    /// Largest distance between the first and the last arrival of one burst.
    private static final long WITHIN_NANOS = 1_000_000;

    /// Fewest arrivals of a burst.
    private static final int MIN = 10;

    private long beginNanos = Long.MIN_VALUE;
    private int arrivals;
    private int sessions;
    private boolean reported;

    /// Returns whether a session arrives together with the one before it.
    boolean continues(PlannedSession next) {
      return arrivals > 0 && next.offsetNanos() - beginNanos <= WITHIN_NANOS;
    }

    /// Adds the next session, which must not continue a burst that was already taken.
    void add(PlannedSession next) {
      if (!continues(next)) {
        beginNanos = next.offsetNanos();
        arrivals = 0;
        sessions = 0;
      }
      arrivals++;
      sessions += next.cumulative() && !next.later().isEmpty() ? 1 : 0;
      reported = false;
    }

    /// Returns the burst as far as it is known; null if there is none or nothing was added to it
    /// since the last call.
    @Nullable Burst take() {
      if (reported || arrivals < MIN) {
        return null;
      }
      reported = true;
      return new Burst(beginNanos, arrivals, sessions);
    }
  }
}
