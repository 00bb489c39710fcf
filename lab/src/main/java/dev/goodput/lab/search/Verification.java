package dev.goodput.lab.search;

import dev.goodput.metrics.interval.ShareBounds;

/// What a claim is worth: one stretch more at a constant rate, with other requests, judged by
/// itself.
///
/// @param rate arrivals per second
/// @param judged arrivals that were judged
/// @param good those of them that kept the SLO
/// @param low lower bound of the 95 % interval of their attainment
/// @param high upper bound
/// @param lagP99Millis the p99 of the client's own lag
public record Verification(
    double rate, long judged, long good, double low, double high, double lagP99Millis) {
  private static final double ONE_SIDED = .975;

  /// How many stretches it is long, after the one that lets the server settle.
  private static final double STRETCHES = 3;

  private static final double DROPPED = .4;

  /// What a verification shows.
  public enum Word {
    /// The target was met.
    KEPT("kept"),
    /// It was not, by more than chance.
    MISSED("missed"),
    /// It was not, and might have been with other requests.
    OPEN("open");

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

  /// What it shows. A client that was late itself shows nothing.
  public Word word(SearchPlan plan) {
    if (late(plan)) {
      return Word.OPEN;
    }
    if (attainment() >= plan.attainment()) {
      return Word.KEPT;
    }
    return high < plan.attainment() ? Word.MISSED : Word.OPEN;
  }

  /// Whether the client was too late for its figures to be used.
  public boolean late(SearchPlan plan) {
    return lagP99Millis > plan.mostLagMillis();
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
    private boolean whole;

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
    }

    @Override
    public void over(boolean asPlanned) {
      whole = asPlanned && result().judged > 0;
    }

    boolean whole() {
      return whole;
    }

    Verification result() {
      double settled = DROPPED * plan.length(rate, residenceSeconds) / rate;
      long after = begin + Math.round(settled * 1e9);
      Observations.Sum sum = seen.within(after, Long.MAX_VALUE);
      double all = sum.judged / Segment.LEAST_DISPERSION;
      double good = sum.good / Segment.LEAST_DISPERSION;
      return new Verification(
          rate,
          sum.judged,
          sum.good,
          all == 0 ? 0 : ShareBounds.lower(good, all, ONE_SIDED),
          all == 0 ? 1 : ShareBounds.upper(good, all, ONE_SIDED),
          seen.lagP99Millis(after, Long.MAX_VALUE));
    }
  }
}
