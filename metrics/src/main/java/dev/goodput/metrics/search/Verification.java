package dev.goodput.metrics.search;

/// The verification of a claim: one more load at a constant rate, with other requests, judged
/// alone.
///
/// @param rate arrivals per second
/// @param requests the requests that it took, including those that are not judged
/// @param judged arrivals that were judged
/// @param good judged arrivals that met the SLO
/// @param failed judged arrivals that failed
/// @param low lower bound of the 95 % interval of their attainment
/// @param high upper bound
/// @param lagP99Millis the p99 of the client's own lag
/// @param unanswered whether it was abandoned because the server no longer responded
/// @param clientBound why the client was the bottleneck by its other figures; empty if it was not
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
  /// The result of a verification for a claim.
  public enum Verdict {
    /// The target was met.
    KEPT("kept"),
    /// The target was missed significantly.
    MISSED("missed"),
    /// The error rate is significantly above its limit, or all requests failed in the end.
    FAILING("too_many_failures"),
    /// The target was missed, or too many requests failed, but not significantly.
    OPEN("open"),
    /// No result: nothing is claimed, or another load was sent.
    ASIDE("aside");

    private final String key;

    Verdict(String key) {
      this.key = key;
    }

    /// Returns the key used in documents.
    public String key() {
      return key;
    }
  }

  /// Returns good ÷ judged.
  public double attainment() {
    return (double) good / judged;
  }

  /// Returns the verdict on a claim, which may be another than the one that was verified if the SLO
  /// changed. Attainment falls with load: a target that is met here is met at any lower load, and
  /// one that is missed is missed at any higher load. If the client was late, only an unresponsive
  /// server counts.
  ///
  /// @param claim arrivals per second; NaN if nothing is claimed
  public Verdict verdict(SearchPlan plan, double claim) {
    boolean above = rate >= claim;
    boolean below = rate <= claim;
    Verdict shown = shown(plan);
    boolean conclusive =
        switch (shown) {
          case KEPT -> above;
          case MISSED, FAILING -> below;
          case OPEN, ASIDE -> above && below;
        };
    return conclusive ? shown : Verdict.ASIDE;
  }

  /// Returns the same for the requested load.
  private Verdict shown(SearchPlan plan) {
    if (late(plan) && !unanswered) {
      return Verdict.OPEN;
    }
    if (unanswered || plan.failing(failed, judged)) {
      return Verdict.FAILING;
    }
    if (high < plan.attainment()) {
      return Verdict.MISSED;
    }
    boolean kept = attainment() >= plan.attainment() && errorRate() <= plan.maxErrorRate();
    return kept ? Verdict.KEPT : Verdict.OPEN;
  }

  /// Returns whether the client was too late for its figures to be used.
  public boolean late(SearchPlan plan) {
    return lagP99Millis > plan.maxLagMillis() || !clientBound.isEmpty();
  }

  /// Returns failed ÷ judged.
  public double errorRate() {
    return (double) failed / judged;
  }

  /// Returns the same for a client that was the bottleneck.
  ///
  /// @param why in words
  public Verification withClientBound(String why) {
    return new Verification(
        rate, requests, judged, good, failed, low, high, lagP99Millis, unanswered, why);
  }
}
