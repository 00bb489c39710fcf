package dev.goodput.metrics.analysis;

import dev.goodput.metrics.result.BoundResult;
import dev.goodput.metrics.result.PooledSlo;
import dev.goodput.metrics.slo.Bound;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.slo.SloJudge;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.stream.OnTimeTokens;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.metrics.tally.SloClassTally;
import dev.goodput.metrics.tally.SloCount;
import dev.goodput.record.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The sample's result against an SLO.
final class SloTally {
  private final Slo slo;
  private final double target;
  private final boolean complete;
  private final SloJudge judge;
  private final List<SloBoundTally> bounds = new ArrayList<>();
  private final OptionalLong ttft;
  private final OptionalLong tpot;
  private final SloClassTally sample;
  private final SloClassTally wholeRun;
  private long left;

  /// @param complete whether all arrivals are in the log; if it ends before its level did, those
  ///   that waited longest are missing, and the SLO cannot be reported as met
  SloTally(Slo slo, double target, boolean complete) {
    this.slo = slo;
    this.target = target;
    this.complete = complete;
    this.judge = new SloJudge(slo);
    for (Bound bound : slo.bounds()) {
      bounds.add(new SloBoundTally(bound, bounds.size()));
    }
    sample = new SloClassTally(slo);
    wholeRun = new SloClassTally(slo);
    ttft = slo.tightestNanos(LatencyMetric.TTFT);
    tpot = slo.tightestNanos(LatencyMetric.TPOT);
  }

  /// Judges a last attempt.
  ///
  /// @return whether it stays in the denominators
  boolean add(RequestView view, boolean inSample) {
    judge.judge(view);
    long onTime = OnTimeTokens.count(view, ttft, tpot);
    wholeRun.add(view, judge, onTime);
    if (!inSample) {
      return judge.judged();
    }
    sample.add(view, judge, onTime);
    if (!judge.judged() && wasLeft(view)) {
      left++;
      bounds.forEach(bound -> bound.addLeft(judge));
    }
    bounds.forEach(bound -> bound.add(view, judge));
    return judge.judged();
  }

  /// Returns the tallies of several runs together.
  ///
  /// @param runs at least one, with the same SLO
  static SloTally together(List<SloTally> runs, Slo slo, double target) {
    SloTally all = new SloTally(slo, target, runs.stream().allMatch(run -> run.complete));
    for (SloTally run : runs) {
      all.sample.addAll(run.sample);
      all.left += run.left;
      for (int i = 0; i < all.bounds.size(); i++) {
        all.bounds.get(i).addAll(run.bounds.get(i));
      }
    }
    return all;
  }

  /// The verdict on them.
  ///
  /// @param runs how many runs they are of
  /// @param runsMet how many of them meet it alone
  PooledSlo pooled(int runs, int runsMet) {
    return new PooledSlo(judged(), sample.good(), bounds(), met(), runs, runsMet);
  }

  /// Returns whether the run cut the request off, rather than its user cancelling as planned.
  private static boolean wasLeft(RequestView view) {
    return view.request().outcome() instanceof Outcome.Cancelled(String detail)
        && !detail.isEmpty();
  }

  private @Nullable Double shareGood() {
    return judged() == 0 ? null : (double) sample.good() / judged();
  }

  /// Returns whether all bounds hold even if all cut-off, undecided requests miss them.
  private boolean metAtWorst() {
    double share = (double) sample.good() / (judged() + left);
    return bounds.stream().allMatch(bound -> bound.holdsAtWorst(judged(), share, target));
  }

  /// Returns whether some bound fails even if all cut-off requests meet every bound.
  private boolean missedAtBest() {
    double share = (double) (sample.good() + left) / (judged() + left);
    return !bounds.stream().allMatch(bound -> bound.holdsAtBest(judged(), share, target, left));
  }

  List<BoundResult> bounds() {
    return bounds.stream().map(bound -> bound.build(holds(bound), target)).toList();
  }

  /// Returns whether a bound holds. One that applies to nothing holds, unless nothing was judged.
  private boolean holds(SloBoundTally bound) {
    return bound.holds(judged(), shareGood(), target);
  }

  /// Returns whether all bounds hold. Null if nothing was judged or the requests that were not
  /// judged could change the result: requests missing from the log, or too many cut off by a run
  /// that was cut short.
  @Nullable Boolean met() {
    if (judged() == 0) {
      return null;
    }
    boolean met = bounds.stream().allMatch(this::holds);
    boolean sure = met ? complete && metAtWorst() : missedAtBest();
    return sure ? Boolean.valueOf(met) : null;
  }

  /// What it judges by.
  Slo slo() {
    return slo;
  }

  /// How many of the sample stay in the denominators.
  long judged() {
    return sample.total();
  }

  /// How many of the sample were left too early to be judged.
  long left() {
    return left;
  }

  /// Adds the output tokens of an attempt of the sample.
  void addTokens(long received) {
    sample.addTokens(received);
  }

  /// Returns the sums of the sample.
  SloCount sample() {
    return sample.build();
  }

  /// Returns the sums of the whole run.
  SloCount wholeRun() {
    return wholeRun.build();
  }
}
