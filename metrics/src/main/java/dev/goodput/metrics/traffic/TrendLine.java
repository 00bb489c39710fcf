package dev.goodput.metrics.traffic;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// All traffic in steps of one length. The latest few steps are open, because exchanges that ended
/// in them may be reported late; anything later counts in the oldest open step. Tokens are added to
/// the step in which they arrived, as long as it is stored.
final class TrendLine {
  private static final long OPEN = 5;

  /// How long a step waits for its streams; some may never end.
  private static final long TIMEOUT_NANOS = 300_000_000_000L;

  private final MemoryPool pool = new MemoryPool(16L << 20);
  private final @Nullable TrendStep[] steps;
  private final long beganNanos;
  private final long stepNanos;
  private long newest = -1;
  private int inFlight;
  private int awaiting;

  /// @param kept the largest number of stored steps
  TrendLine(long beganNanos, long stepNanos, int kept) {
    this.beganNanos = beganNanos;
    this.stepNanos = stepNanos;
    this.steps = new TrendStep[kept];
  }

  void add(RecordEvaluation evaluation) {
    long index = index(evaluation.endedNanos());
    moveTo(index);
    at(Math.max(index, newest - OPEN + 1)).add(evaluation);
  }

  /// Returns the step of a moment; a discarded step if it is no longer stored.
  TrendStep step(long nanos) {
    long index = Math.min(index(nanos), newest);
    return index < oldest() ? new TrendStep(pool, 0, 0) : at(index);
  }

  /// Sets the in-flight counts, and returns the step that they belong to.
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

  /// Returns when the step of a moment ends.
  long endOf(long nanos) {
    return beganNanos + (index(nanos) + 1) * stepNanos;
  }

  long newest() {
    return newest;
  }

  /// Returns the oldest stored step.
  long oldest() {
    return Math.max(0, newest - steps.length + 1);
  }

  /// Returns a step between the oldest and the newest.
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

  /// Closes the step at an index, if there is one; after a long silence there may be none.
  private void close(long index) {
    TrendStep step = index < 0 ? null : steps[place(index)];
    if (step != null) {
      step.close();
    }
  }

  private int place(long index) {
    return (int) (index % steps.length);
  }

  /// Returns the points up to a moment, oldest first; the last one covers only the time so far.
  List<TrendPoint> points(long nowNanos) {
    moveTo(index(nowNanos));
    List<TrendPoint> points = new ArrayList<>();
    OpenStreamCounts seen = OpenStreamCounts.NONE;
    for (long index = oldest(); index <= newest; index++) {
      long from = beganNanos + index * stepNanos;
      double seconds = Math.min(stepNanos, Math.max(0, nowNanos - from)) / 1e9;
      TrendStep step = at(index);
      seen = step.streams(seen);
      boolean late = nowNanos - from - stepNanos > TIMEOUT_NANOS;
      points.add(step.build(from, seconds, seen, late));
    }
    return points;
  }

  /// Streams that were open when they were counted.
  ///
  /// @param seen number of open streams, over all counts
  /// @param ended those that have ended since, so that all their tokens are known
  record OpenStreamCounts(long seen, long ended) {
    static final OpenStreamCounts NONE = new OpenStreamCounts(0, 0);
  }
}
