package dev.goodput.metrics;

import dev.goodput.metrics.slo.Bound;
import dev.goodput.metrics.slo.Metric;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.stream.OnTimeTokens;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.metrics.stream.SloJudge;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// How the sample fared against an SLO.
final class SloTally {
  private final double target;
  private final boolean complete;
  private final SloJudge judge;
  private final List<BoundTally> bounds = new ArrayList<>();
  private final OptionalLong ttft;
  private final OptionalLong tpot;
  private final Good sample = new Good();
  private final Good wholeRun = new Good();
  private long judged;

  /// @param complete whether all who came are in the log; where it ends before its level did, those
  ///   are missing who had waited longest, and nobody can say that the SLO was met
  SloTally(Slo slo, double target, boolean complete) {
    this.target = target;
    this.complete = complete;
    this.judge = new SloJudge(slo);
    for (Bound bound : slo.bounds()) {
      bounds.add(new BoundTally(bound, bounds.size()));
    }
    ttft = slo.tightestNanos(Metric.TTFT);
    tpot = slo.tightestNanos(Metric.TPOT);
  }

  /// Judges a last attempt.
  ///
  /// @return whether it stays in the denominators
  boolean add(RequestView view, boolean inSample) {
    judge.judge(view);
    long onTime = view.ok() ? onTime(view) : 0;
    wholeRun.add(view, judge.good(), onTime);
    if (!inSample) {
      return judge.judged();
    }
    sample.add(view, judge.good(), onTime);
    judged += judge.judged() ? 1 : 0;
    bounds.forEach(bound -> bound.add(view, judge));
    return judge.judged();
  }

  private long onTime(RequestView view) {
    if (ttft.isEmpty() || tpot.isEmpty()) {
      return 0;
    }
    if (view.cameWhole()) {
      long waited = view.request().stamps().endedNanos() - view.times().startNanos();
      return waited <= ttft.getAsLong() ? view.request().streamedTokens() : 0;
    }
    if (!view.times().streamed()) {
      return 0;
    }
    return OnTimeTokens.count(
        view.chunks(), view.times().startNanos(), ttft.getAsLong(), tpot.getAsLong());
  }

  private @Nullable Double shareGood() {
    return judged == 0 ? null : (double) sample.requests / judged;
  }

  List<BoundResult> bounds() {
    return bounds.stream().map(bound -> bound.build(holds(bound), target)).toList();
  }

  /// A bound that applies to nothing holds, unless nothing at all was judged.
  private boolean holds(BoundTally bound) {
    return bound.holds(judged, shareGood(), target);
  }

  /// Whether all bounds hold; null where there was nobody to judge them by, or not all who would
  /// have to be judged.
  @Nullable Boolean met() {
    if (judged == 0) {
      return null;
    }
    boolean met = bounds.stream().allMatch(this::holds);
    return (met && !complete) ? null : Boolean.valueOf(met);
  }

  /// The goodput family.
  Goodput goodput(RateTally rates, boolean ofWholeRun, TokenTally tokens) {
    if (!complete) {
      return ofLog();
    }
    Good counted = ofWholeRun ? wholeRun : sample;
    Double attainment = shareGood();
    Double delivered = rates.deliveredTps();
    boolean smooth = ttft.isPresent() && tpot.isPresent();
    return new Goodput(
        judged == 0 ? null : rates.perSecond((double) counted.requests),
        judged == 0 ? null : rates.perSecond((double) counted.tokens),
        attainment,
        attainment == null || delivered == null ? null : delivered * attainment,
        judged == 0 ? null : percentileTps(delivered),
        judged == 0 || tokens.output() == 0 ? null : (double) sample.tokens / tokens.output(),
        smooth && judged > 0 ? rates.perSecond((double) counted.onTime) : null,
        smooth && judged > 0 && tokens.streamedTokens() > 0
            ? (double) sample.onTime / tokens.streamedTokens()
            : null,
        sample.requests,
        sample.tokens);
  }

  /// Of a log that ends before its level did only the counts are known, and that nothing counts
  /// where a percentile bound is missed already.
  private Goodput ofLog() {
    Double percentileTps = judged == 0 ? null : percentileTps(null);
    return new Goodput(
        null, null, null, null, percentileTps, null, null, null, sample.requests, sample.tokens);
  }

  private @Nullable Double percentileTps(@Nullable Double delivered) {
    List<BoundTally> percentiles =
        bounds.stream().filter(bound -> bound.bound.percentile() != null).toList();
    if (percentiles.isEmpty()) {
      return null;
    }
    if (percentiles.stream().allMatch(this::holds)) {
      return delivered;
    }
    return Double.valueOf(0);
  }

  /// What was good of a set of requests.
  private static final class Good {
    private long requests;
    private long tokens;
    private long onTime;

    void add(RequestView view, boolean good, long onTimeTokens) {
      requests += good ? 1 : 0;
      tokens += good ? view.request().outputTokens() : 0;
      onTime += onTimeTokens;
    }
  }
}
