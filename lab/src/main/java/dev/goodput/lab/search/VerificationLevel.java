package dev.goodput.lab.search;

import dev.goodput.metrics.interval.ShareBounds;
import dev.goodput.metrics.search.SearchPlan;
import dev.goodput.metrics.search.Verification;
import dev.goodput.record.LevelEnded;

/// The level that verifies a claim.
final class VerificationLevel implements SearchLevel {
  private static final double ONE_SIDED = .975;

  /// Its length in segments, after the one that lets the server settle.
  private static final int SEGMENTS = 3;

  private static final double DROPPED = .4;

  private final SearchPlan plan;
  private final Observations seen = new Observations();
  private final double residenceSeconds;
  private double rate = Double.NaN;
  private long begin;
  private long lastStart;
  private boolean whole;
  private boolean unanswered;

  /// @param residenceSeconds how long requests were expected to stay
  VerificationLevel(SearchPlan plan, double residenceSeconds) {
    this.plan = plan;
    this.residenceSeconds = residenceSeconds;
  }

  /// Returns how many sessions it takes, including those that are not judged.
  static long arrivals(SearchPlan plan, double rate, double residenceSeconds) {
    return Math.round((SEGMENTS + DROPPED) * plan.length(rate, residenceSeconds));
  }

  @Override
  public void started(long nanos, double targetRate) {
    begin = nanos;
    rate = targetRate;
  }

  @Override
  public void ended(Observations.Seen request) {
    seen.add(request);
    lastStart = Math.max(lastStart, request.startNanos());
  }

  @Override
  public void over(LevelEnded.Ending ending) {
    unanswered = ending == LevelEnded.Ending.ALL_FAILED;
    whole = (unanswered || ending.asPlanned()) && judged().judged > 0;
  }

  /// Returns whether it was abandoned because the server no longer responded.
  boolean unanswered() {
    return unanswered;
  }

  /// Returns whether it is conclusive about its rate.
  boolean isConclusive() {
    return whole;
  }

  /// If the level was abandoned, the server never settled, so all requests count.
  private Observations.Sum judged() {
    return unanswered ? seen.all() : seen.within(after(), Long.MAX_VALUE);
  }

  private long after() {
    double settled = DROPPED * plan.length(rate, residenceSeconds) / rate;
    return begin + Math.round(settled * 1e9);
  }

  /// @param dispersion how many times the binomial variance the counts had during the search; if
  ///   this level's own segments vary more, their dispersion is used
  Verification result(double dispersion) {
    Observations.Sum sum = judged();
    double worth = 1 / Math.max(dispersion, ownDispersion(sum));
    double all = sum.judged * worth;
    double good = sum.good * worth;
    return new Verification(
        rate,
        seen.all().count,
        sum.judged,
        sum.good,
        sum.failed,
        all == 0 ? 0 : ShareBounds.lower(good, all, ONE_SIDED),
        all == 0 ? 1 : ShareBounds.upper(good, all, ONE_SIDED),
        seen.lagP99Millis(after(), Long.MAX_VALUE),
        unanswered,
        "");
  }

  /// Returns Pearson's dispersion, over as many parts as the level has segments.
  private double ownDispersion(Observations.Sum sum) {
    double share = (double) sum.good / Math.max(1, sum.judged);
    double variance = Math.max(AttainmentCurve.MIN_VARIANCE, share * (1 - share));
    double piece = (lastStart - after()) / (double) SEGMENTS;
    double pearson = 0;
    for (int i = 0; i < SEGMENTS; i++) {
      long from = after() + Math.round(i * piece);
      Observations.Sum part = seen.within(from, after() + Math.round((i + 1) * piece));
      double off = part.good - part.judged * share;
      pearson += part.judged == 0 ? 0 : off * off / (part.judged * variance);
    }
    return pearson / (SEGMENTS - 1);
  }
}
