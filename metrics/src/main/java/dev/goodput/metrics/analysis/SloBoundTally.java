package dev.goodput.metrics.analysis;

import dev.goodput.metrics.distribution.DistributionBuilder;
import dev.goodput.metrics.result.BoundResult;
import dev.goodput.metrics.slo.Bound;
import dev.goodput.metrics.slo.SloJudge;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.record.Outcome;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// The sample's result against one bound of an SLO.
final class SloBoundTally {
  final Bound bound;
  private final int index;
  private final DistributionBuilder values = new DistributionBuilder();
  private long applies;
  private long failed;
  private long left;
  private long unstreamed;
  private long slower;
  private long queued;
  private long leftOpen;

  /// @param index the bound's position in the SLO
  SloBoundTally(Bound bound, int index) {
    this.bound = bound;
    this.index = index;
  }

  /// Adds the judge's result for a last attempt.
  void add(RequestView view, SloJudge judge) {
    double value = judge.valueNanos(index);
    if (!Double.isNaN(value)) {
      values.add(value, 1);
    }
    if (!judge.applies(index)) {
      return;
    }
    applies++;
    if (!judge.within(index)) {
      outside(view.request().outcome(), value);
      queued += judge.queued(index) ? 1 : 0;
    }
  }

  private void outside(Outcome outcome, double value) {
    if (outcome.failure()) {
      failed++;
    } else if (outcome instanceof Outcome.Cancelled) {
      left++;
    } else if (Double.isNaN(value)) {
      unstreamed++;
    } else {
      slower++;
    }
  }

  /// Adds another run's tally of this bound.
  void addAll(SloBoundTally other) {
    values.addAll(other.values);
    applies += other.applies;
    failed += other.failed;
    left += other.left;
    unstreamed += other.unstreamed;
    slower += other.slower;
    queued += other.queued;
    leftOpen += other.leftOpen;
  }

  /// Adds a request that the run cut off before it could be judged.
  void addCutOff(SloJudge judge) {
    leftOpen += judge.within(index) ? 0 : 1;
  }

  /// @param judged how many arrivals stay in the denominators
  /// @param attainment the share of them that is good
  boolean holds(long judged, @Nullable Double attainment, double target) {
    return holds(judged, attainment, target, 0, 0);
  }

  /// Returns whether the bound holds if all cut-off requests with an undecided metric miss it.
  boolean holdsAtWorst(long judged, double attainment, double target) {
    return holds(judged, attainment, target, 0, leftOpen);
  }

  /// Returns whether the bound holds if all cut-off requests meet it.
  boolean holdsAtBest(long judged, double attainment, double target, long all) {
    return holds(judged, attainment, target, all, 0);
  }

  private boolean holds(
      long judged, @Nullable Double attainment, double target, long moreWithin, long moreOutside) {
    return bound.holds(
        applies - outside().count() + moreWithin,
        applies + moreWithin + moreOutside,
        judged > 0 ? attainment : null,
        target);
  }

  private BoundResult.Outside outside() {
    return new BoundResult.Outside(failed, left, unstreamed, slower, queued);
  }

  BoundResult build(boolean holds, double target) {
    BigDecimal percent = bound.percentile();
    Double observed =
        values.nearestRankMillis(percent == null ? BigDecimal.valueOf(100 * target) : percent);
    return new BoundResult(
        bound, applies, outside(), bound.requiredShare(target), holds, observed, values.count());
  }
}
