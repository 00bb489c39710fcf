package dev.goodput.metrics.traffic;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// All traffic in steps of one length. The latest few steps are open, as what ended in them may
/// come in late; what comes later still counts in the oldest open one. What came over time is put
/// where it came, as long as that step is kept.
final class TrendLine {
  private static final long OPEN = 5;

  /// For so long a step waits for its streams: there may be some that never end.
  private static final long PATIENCE_NANOS = 300_000_000_000L;

  private final MemoryPool pool = new MemoryPool(16L << 20);
  private final @Nullable TrendStep[] steps;
  private final long beganNanos;
  private final long stepNanos;
  private long newest = -1;
  private int inFlight;
  private int awaiting;

  /// @param kept how many steps there are at most
  TrendLine(long beganNanos, long stepNanos, int kept) {
    this.beganNanos = beganNanos;
    this.stepNanos = stepNanos;
    this.steps = new TrendStep[kept];
  }

  void add(Observation observed) {
    long index = index(observed.endedNanos());
    moveTo(index);
    at(Math.max(index, newest - OPEN + 1)).add(observed);
  }

  /// The step of a moment; of one that is no longer kept, a step that nobody sees.
  TrendStep step(long nanos) {
    long index = Math.min(index(nanos), newest);
    return index < oldest() ? new TrendStep(pool, 0, 0) : at(index);
  }

  /// Takes in what is in flight, and gives the step that it is told of.
  TrendStep inFlight(long nowNanos, int requests, int withoutToken) {
    long index = Math.max(index(nowNanos), newest);
    moveTo(index);
    inFlight = requests;
    awaiting = withoutToken;
    at(index).inFlight(requests, withoutToken);
    return at(index);
  }

  long index(long nanos) {
    return Math.max(0, nanos - beganNanos) / stepNanos;
  }

  /// When the step of a moment ends.
  long endOf(long nanos) {
    return beganNanos + (index(nanos) + 1) * stepNanos;
  }

  long newest() {
    return newest;
  }

  /// The oldest step that is kept.
  long oldest() {
    return Math.max(0, newest - steps.length + 1);
  }

  /// A step between the oldest and the newest.
  TrendStep at(long index) {
    return Objects.requireNonNull(steps[place(index)]);
  }

  private void moveTo(long to) {
    for (long index = Math.max(newest + 1, to - steps.length + 1); index <= to; index++) {
      close(index);
      steps[place(index)] = new TrendStep(pool, inFlight, awaiting);
      close(index - OPEN);
      newest = index;
    }
  }

  /// Closes what lies where a step has its place, which after a long silence may be nothing.
  private void close(long index) {
    TrendStep step = index < 0 ? null : steps[place(index)];
    if (step != null) {
      step.close();
    }
  }

  private int place(long index) {
    return (int) (index % steps.length);
  }

  /// The points up to a moment, oldest first; the last is as long as it has lasted.
  List<TrendPoint> points(long nowNanos) {
    moveTo(index(nowNanos));
    List<TrendPoint> points = new ArrayList<>();
    Streams seen = Streams.NONE;
    for (long index = oldest(); index <= newest; index++) {
      long from = beganNanos + index * stepNanos;
      double seconds = Math.min(stepNanos, Math.max(0, nowNanos - from)) / 1e9;
      TrendStep step = at(index);
      seen = step.streams(seen);
      boolean late = nowNanos - from - stepNanos > PATIENCE_NANOS;
      points.add(step.build(from, seconds, seen, late));
    }
    return points;
  }

  /// Streams that were seen under way.
  ///
  /// @param seen how many, over all looks
  /// @param ended those of them that have ended since, so that all their tokens are known
  record Streams(long seen, long ended) {
    static final Streams NONE = new Streams(0, 0);
  }
}
