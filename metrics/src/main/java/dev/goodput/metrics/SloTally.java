package dev.goodput.metrics;

import dev.goodput.metrics.distribution.DistributionBuilder;
import dev.goodput.metrics.slo.Bound;
import dev.goodput.metrics.slo.Metric;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.stream.OnTimeTokens;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.metrics.stream.SloJudge;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// How the sample fared against an SLO.
final class SloTally {
  private final Slo slo;
  private final double target;
  private final SloJudge judge;
  private final long[] applies;
  private final long[] within;
  private final DistributionBuilder[] values;
  private final OptionalLong ttft;
  private final OptionalLong tpot;
  private final Good sample = new Good();
  private final Good wholeRun = new Good();
  private long judged;

  SloTally(Slo slo, double target) {
    this.slo = slo;
    this.target = target;
    this.judge = new SloJudge(slo);
    int bounds = slo.bounds().size();
    applies = new long[bounds];
    within = new long[bounds];
    values = new DistributionBuilder[bounds];
    for (int i = 0; i < bounds; i++) {
      values[i] = new DistributionBuilder();
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
    for (int i = 0; i < applies.length; i++) {
      applies[i] += judge.applies(i) ? 1 : 0;
      within[i] += judge.applies(i) && judge.within(i) ? 1 : 0;
      if (!Double.isNaN(judge.valueNanos(i))) {
        values[i].add(judge.valueNanos(i), 1);
      }
    }
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

  private @Nullable Double attainment() {
    return judged == 0 ? null : (double) sample.requests / judged;
  }

  List<BoundResult> bounds() {
    List<BoundResult> results = new ArrayList<>();
    for (int i = 0; i < applies.length; i++) {
      Bound bound = slo.bounds().get(i);
      BigDecimal percent = bound.percentile();
      Double observed =
          values[i].nearestRankMillis(percent == null ? BigDecimal.valueOf(100 * target) : percent);
      results.add(
          new BoundResult(
              bound,
              applies[i],
              within[i],
              bound.requiredShare(target),
              holds(i),
              observed,
              values[i].count()));
    }
    return results;
  }

  /// A bound that applies to nothing holds, unless nothing at all was judged.
  private boolean holds(int i) {
    BigDecimal percent = slo.bounds().get(i).percentile();
    if (percent == null) {
      Double attainment = attainment();
      return attainment != null && attainment >= target;
    }
    BigDecimal needed = percent.multiply(BigDecimal.valueOf(applies[i]));
    return judged > 0
        && BigDecimal.valueOf(within[i]).multiply(BigDecimal.valueOf(100)).compareTo(needed) >= 0;
  }

  /// Whether all bounds hold; null where there was nobody to judge them by.
  @Nullable Boolean met() {
    if (judged == 0) {
      return null;
    }
    for (int i = 0; i < applies.length; i++) {
      if (!holds(i)) {
        return false;
      }
    }
    return true;
  }

  /// The goodput family.
  LevelResult.Goodput goodput(RateTally rates, boolean ofWholeRun, TokenTally tokens) {
    Good counted = ofWholeRun ? wholeRun : sample;
    Double attainment = attainment();
    Double delivered = rates.deliveredTps();
    boolean smooth = ttft.isPresent() && tpot.isPresent();
    return new LevelResult.Goodput(
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

  private @Nullable Double percentileTps(@Nullable Double delivered) {
    boolean any = false;
    boolean all = true;
    for (int i = 0; i < applies.length; i++) {
      if (slo.bounds().get(i).percentile() != null) {
        any = true;
        all &= holds(i);
      }
    }
    if (!any) {
      return null;
    }
    return all ? delivered : Double.valueOf(0);
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
