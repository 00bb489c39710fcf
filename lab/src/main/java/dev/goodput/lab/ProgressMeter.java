package dev.goodput.lab;

import dev.goodput.load.LevelPlan;
import dev.goodput.load.LoadSnapshot;
import dev.goodput.metrics.live.LiveMetrics;
import dev.goodput.metrics.live.LiveSnapshot;
import dev.goodput.metrics.live.Progress;
import dev.goodput.record.RequestRecord;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/// A meter that computes a level's progress from its records and the engine's counters. Not thread
/// safe.
final class ProgressMeter {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final long ROLLING_NANOS = 5_000_000_000L;

  /// How long the last responses of a level may take before the progress mentions them.
  private static final long TIMEOUT_NANOS = 2_000_000_000L;

  private final BenchPlan bench;
  private final LevelPlan plan;
  private final int index;
  private final int levels;
  private final LiveMetrics live = new LiveMetrics();
  private final ArrayDeque<Mark> marks = new ArrayDeque<>();
  private long tokens;
  private long chunks;
  private long taken;
  private long lastTakenNanos;
  private long overNanos = -1;

  /// The number of content events at a point in time.
  private record Mark(long nanos, long events) {}

  ProgressMeter(BenchPlan bench, int index) {
    this.bench = bench;
    this.plan = bench.levels().get(index);
    this.index = index;
    this.levels = bench.levels().size();
  }

  void add(RequestRecord record) {
    live.add(record);
    if (!record.outcome().failure()) {
      tokens += record.streamedTokens();
      chunks += record.chunks().count();
    }
  }

  Progress progress(LoadSnapshot now) {
    LiveSnapshot rolling = live.snapshot();
    lastTakenNanos = now.taken() > taken ? now.elapsedNanos() : lastTakenNanos;
    taken = now.taken();
    double seconds = dueNanos(now) / NANOS_PER_SECOND;
    Progress.Phase phase = phase(now);
    return new Progress(
        index,
        levels,
        now.elapsedNanos(),
        left(now.elapsedNanos()),
        plan.requests() == 0 ? -1 : plan.ownRequests(),
        rolling.done(),
        now.inFlight(),
        now.waiting(),
        rolling.failedByOutcome(),
        plan.rateUntil(seconds),
        seconds > 0 ? now.taken() / seconds : Double.NaN,
        orNaN(rolling.ttftP50Ms()),
        orNaN(rolling.ttftP95Ms()),
        orNaN(rolling.itlP50Ms()),
        orNaN(rolling.itlP95Ms()),
        tokensPerSecond(now),
        now.scheduleLagNanos() / NANOS_PER_MILLI,
        now.loopLagNanos() / NANOS_PER_MILLI,
        now.cpuShare(),
        phase,
        latestEnd(phase, now));
  }

  /// Returns how long arrivals have been due: until the level's time limit, its last request or an
  /// interruption.
  private long dueNanos(LoadSnapshot now) {
    boolean allTaken = allTaken(now);
    boolean over = allTaken || now.draining();
    long until = plan.durationNanos() > 0 ? plan.durationNanos() : Long.MAX_VALUE;
    if (over && overNanos < 0) {
      overNanos = allTaken ? lastTakenNanos : now.elapsedNanos();
    }
    return Math.min(until, over ? overNanos : now.elapsedNanos());
  }

  private boolean allTaken(LoadSnapshot now) {
    return plan.requests() > 0 && now.taken() >= plan.ownRequests();
  }

  private Progress.Phase phase(LoadSnapshot now) {
    if (now.draining()) {
      return Progress.Phase.DRAINING;
    }
    boolean allTaken = allTaken(now);
    boolean timeOver = plan.durationNanos() > 0 && now.elapsedNanos() >= plan.durationNanos();
    long since = allTaken ? lastTakenNanos : plan.durationNanos();
    boolean waits = (allTaken || timeOver) && now.inFlight() > 0;
    return waits && now.elapsedNanos() - since >= TIMEOUT_NANOS
        ? Progress.Phase.LAST_RESPONSES
        : Progress.Phase.RUNNING;
  }

  /// Returns the latest end of the level. Each request ends within its timeout after being sent,
  /// and is sent as soon as it is started, unless it waits for a concurrency limit or may be
  /// retried.
  private long latestEnd(Progress.Phase phase, LoadSnapshot now) {
    long timeout = bench.timeouts().totalNanos();
    boolean sent = timeout > 0 && now.waiting() == 0 && bench.retry().attempts() == 1;
    return switch (phase) {
      case RUNNING -> -1;
      case LAST_RESPONSES -> sent ? lastTakenNanos + timeout : -1;
      case DRAINING -> now.drainEndNanos();
    };
  }

  private long left(long elapsedNanos) {
    return plan.durationNanos() == 0 ? -1 : Math.max(0, plan.durationNanos() - elapsedNanos);
  }

  /// Returns the content events of the last seconds, times the average tokens per content event so
  /// far.
  private double tokensPerSecond(LoadSnapshot now) {
    marks.add(new Mark(now.elapsedNanos(), now.contentEvents()));
    while (now.elapsedNanos() - marks.getFirst().nanos > ROLLING_NANOS && marks.size() > 2) {
      marks.removeFirst();
    }
    Mark first = marks.getFirst();
    double seconds = (now.elapsedNanos() - first.nanos) / NANOS_PER_SECOND;
    if (seconds <= 0) {
      return Double.NaN;
    }
    double worth = chunks == 0 ? 1 : (double) tokens / chunks;
    return (now.contentEvents() - first.events) / seconds * worth;
  }

  private static double orNaN(@Nullable Double value) {
    return value == null ? Double.NaN : value;
  }
}
