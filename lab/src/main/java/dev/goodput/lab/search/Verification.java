package dev.goodput.lab.search;

import dev.goodput.metrics.interval.ShareBounds;
import dev.goodput.record.LevelEnded;

/// What a claim is worth: one load more at a constant rate, with other requests, judged by itself.
///
/// @param rate arrivals per second
/// @param requests that it took, those included that are not judged
/// @param judged arrivals that were judged
/// @param good those of them that kept the SLO
/// @param failed those of them that failed
/// @param low lower bound of the 95 % interval of their attainment
/// @param high upper bound
/// @param lagP99Millis the p99 of the client's own lag
/// @param unanswered whether it was given up, as the server answered nothing more
/// @param clientBound why the client was the bottleneck by its other figures; empty where it was
///   not
public record Verification(
    double rate,
    long requests,
    long judged,
    long good,
    long failed,
    double low,
    double high,
    double lagP99Millis,
    boolean unanswered,
    String clientBound) {
  private static final double ONE_SIDED = .975;

  /// How many stretches it is long, after the one that lets the server settle.
  private static final int STRETCHES = 3;

  private static final double DROPPED = .4;

  /// What a verification shows of a claim.
  public enum Word {
    /// The target was met.
    KEPT("kept"),
    /// It was not, by more than chance.
    MISSED("missed"),
    /// More requests failed than may, by more than chance, or in the end all.
    FAILING("too_many_failures"),
    /// It was not met, or more requests failed than may; with other requests it might be otherwise.
    OPEN("open"),
    /// Nothing: nothing is claimed, or another load was asked, which does not tell of it.
    ASIDE("aside");

    private final String word;

    Word(String word) {
      this.word = word;
    }

    /// The word for it in documents.
    public String word() {
      return word;
    }
  }

  /// Good ÷ judged.
  public double attainment() {
    return (double) good / judged;
  }

  /// What it shows of a claim, which by another SLO than it was made for is another: attainment
  /// falls with load, so that what is kept is kept at any load below, and what is missed is missed
  /// at any above. A client that was late itself shows nothing but that a server was gone.
  ///
  /// @param claim arrivals per second, NaN where nothing is claimed
  public Word word(SearchPlan plan, double claim) {
    boolean above = rate >= claim;
    boolean below = rate <= claim;
    Word word = shown(plan);
    boolean tells =
        switch (word) {
          case KEPT -> above;
          case MISSED, FAILING -> below;
          case OPEN, ASIDE -> above && below;
        };
    return tells ? word : Word.ASIDE;
  }

  /// The same of the load that was asked.
  private Word shown(SearchPlan plan) {
    if (late(plan) && !unanswered) {
      return Word.OPEN;
    }
    if (unanswered || Memory.failing(failed, judged, plan.mostFailing())) {
      return Word.FAILING;
    }
    if (high < plan.attainment()) {
      return Word.MISSED;
    }
    boolean kept = attainment() >= plan.attainment() && errorRate() <= plan.mostFailing();
    return kept ? Word.KEPT : Word.OPEN;
  }

  /// Whether the client was too late for its figures to be used.
  public boolean late(SearchPlan plan) {
    return lagP99Millis > plan.mostLagMillis() || !clientBound.isEmpty();
  }

  /// Failed ÷ judged.
  public double errorRate() {
    return (double) failed / judged;
  }

  /// The same of a client that was the bottleneck.
  ///
  /// @param why in words
  Verification of(String why) {
    return new Verification(
        rate, requests, judged, good, failed, low, high, lagP99Millis, unanswered, why);
  }

  /// How many sessions it takes, those included that are not judged.
  static long arrivals(SearchPlan plan, double rate, double residenceSeconds) {
    return Math.round((STRETCHES + DROPPED) * plan.length(rate, residenceSeconds));
  }

  /// The verification of a run, as its requests end.
  static final class Check implements Stage {
    private final SearchPlan plan;
    private final Observations seen = new Observations();
    private final double residenceSeconds;
    private double rate = Double.NaN;
    private long begin;
    private long lastStart;
    private boolean whole;
    private boolean unanswered;

    /// @param residenceSeconds how long requests were expected to stay
    Check(SearchPlan plan, double residenceSeconds) {
      this.plan = plan;
      this.residenceSeconds = residenceSeconds;
    }

    @Override
    public void begins(long nanos, double rateAsked) {
      begin = nanos;
      rate = rateAsked;
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

    /// Whether it was given up, as the server answered nothing more.
    boolean unanswered() {
      return unanswered;
    }

    /// Whether it tells of its rate.
    boolean whole() {
      return whole;
    }

    /// A server that was given up never settled: all count.
    private Observations.Sum judged() {
      return unanswered ? seen.all() : seen.within(after(), Long.MAX_VALUE);
    }

    private long after() {
      double settled = DROPPED * plan.length(rate, residenceSeconds) / rate;
      return begin + Math.round(settled * 1e9);
    }

    /// @param dispersion how many times as much as those of a coin counts vary, as the search has
    ///   seen; where its own stretches vary more, that counts
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

    /// Pearson's, of as many pieces as it has stretches.
    private double ownDispersion(Observations.Sum sum) {
      double share = (double) sum.good / Math.max(1, sum.judged);
      double variance = Math.max(AttainmentCurve.LEAST_VARIANCE, share * (1 - share));
      double piece = (lastStart - after()) / (double) STRETCHES;
      double pearson = 0;
      for (int i = 0; i < STRETCHES; i++) {
        long from = after() + Math.round(i * piece);
        Observations.Sum part = seen.within(from, after() + Math.round((i + 1) * piece));
        double off = part.good - part.judged * share;
        pearson += part.judged == 0 ? 0 : off * off / (part.judged * variance);
      }
      return pearson / (STRETCHES - 1);
    }
  }
}
