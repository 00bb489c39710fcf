package dev.goodput.metrics.analysis;

import dev.goodput.metrics.result.BoundResult;
import dev.goodput.metrics.result.PooledSlo;
import dev.goodput.metrics.slo.Bound;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.slo.SloJudge;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.metrics.tally.JudgedRequest;
import dev.goodput.metrics.tally.SloClassTally;
import dev.goodput.metrics.tally.SloCount;
import dev.goodput.record.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The sample's result against an SLO.
final class SloTally {
  private final double target;
  private final boolean complete;
  private final List<SloBoundTally> bounds = new ArrayList<>();
  private final SloClassTally sample;
  private final SloClassTally wholeRun;
  private long cutOff;

  /// @param sample the sums of its sample, which are added elsewhere
  /// @param complete whether all arrivals are in the log; if it ends before its level did, those
  ///   that waited longest are missing, and the SLO cannot be reported as met
  SloTally(SloClassTally sample, double target, boolean complete) {
    this.sample = sample;
    this.target = target;
    this.complete = complete;
    wholeRun = new SloClassTally(sample.slo());
    for (Bound bound : sample.slo().bounds()) {
      bounds.add(new SloBoundTally(bound, bounds.size()));
    }
  }

  /// Adds a last attempt, as judged.
  void add(JudgedRequest judged, SloJudge judge, boolean inSample) {
    RequestView view = judged.view();
    wholeRun.add(view, judge, judged.onTimeTokens());
    if (!inSample) {
      return;
    }
    if (!judge.judged() && wasCutOff(view)) {
      cutOff++;
      bounds.forEach(bound -> bound.addCutOff(judge));
    }
    bounds.forEach(bound -> bound.add(view, judge));
  }

  /// Returns the tallies of several runs together.
  ///
  /// @param runs at least one, with the same SLO
  static SloTally combined(List<SloTally> runs, Slo slo, double target) {
    boolean complete = runs.stream().allMatch(run -> run.complete);
    SloTally all = new SloTally(new SloClassTally(slo), target, complete);
    for (SloTally run : runs) {
      all.sample.addAll(run.sample);
      all.cutOff += run.cutOff;
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
  private static boolean wasCutOff(RequestView view) {
    return view.request().outcome() instanceof Outcome.Cancelled(String detail)
        && !detail.isEmpty();
  }

  private @Nullable Double shareGood() {
    return judged() == 0 ? null : (double) sample.good() / judged();
  }

  /// Returns whether all bounds hold even if all cut-off, undecided requests miss them.
  private boolean metAtWorst() {
    double share = (double) sample.good() / (judged() + cutOff);
    return bounds.stream().allMatch(bound -> bound.holdsAtWorst(judged(), share, target));
  }

  /// Returns whether some bound fails even if all cut-off requests meet every bound.
  private boolean missedAtBest() {
    double share = (double) (sample.good() + cutOff) / (judged() + cutOff);
    return !bounds.stream().allMatch(bound -> bound.holdsAtBest(judged(), share, target, cutOff));
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
    return sample.slo();
  }

  /// How many of the sample stay in the denominators.
  long judged() {
    return sample.total();
  }

  /// How many of the sample were left too early to be judged.
  long cutOff() {
    return cutOff;
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
