package dev.goodput.metrics.search;

import dev.goodput.metrics.analysis.LagLimits;
import dev.goodput.metrics.interval.ShareBounds;
import dev.goodput.metrics.slo.Slo;

/// The goal and the limits of a search.
///
/// @param slo the SLO of arrivals
/// @param attainment the share of arrivals that must meet it, above 0 and below 1
/// @param maxErrorRate the largest valid share of failures of the steered load
/// @param tolerance relative half-width of the interval at which the search ends
/// @param segmentArrivals the minimum number of arrivals of one segment; it is longer if requests
///   stay long
/// @param budgetRequests how many requests it may send, including those before the steered load and
///   those of a verification; a step that does not fit is not started
/// @param maxInFlight requests that the server processes at once, 0 if unknown: four times as many
///   flood it, else the flood is doubled until its rate stays the same
/// @param verified whether a separate load verifies the claim
public record SearchPlan(
    Slo slo,
    double attainment,
    double maxErrorRate,
    double tolerance,
    long segmentArrivals,
    long budgetRequests,
    int maxInFlight,
    boolean verified) {
  /// The default half-width (docs/explanation/statistics.md).
  public static final double DEFAULT_TOLERANCE = .04;

  /// The default arrivals of a segment (docs/explanation/statistics.md).
  public static final long DEFAULT_SEGMENT_ARRIVALS = 1_000;

  /// The default budget: about twice what most searches of the simulated H100 need with the lengths
  /// of real conversations.
  public static final long DEFAULT_BUDGET = 60_000;

  /// The default limit of the error rate (docs/reference/exit-codes.md).
  public static final double DEFAULT_MAX_ERROR_RATE = .01;

  private static final double RESIDENCES = 8;
  private static final double ONE_SIDED = .975;

  /// Returns the default plan.
  public static SearchPlan of(Slo slo, double attainment) {
    return new SearchPlan(
        slo,
        attainment,
        DEFAULT_MAX_ERROR_RATE,
        DEFAULT_TOLERANCE,
        DEFAULT_SEGMENT_ARRIVALS,
        DEFAULT_BUDGET,
        0,
        false);
  }

  /// Checks the bounds.
  public SearchPlan {
    if (!(attainment > 0 && attainment < 1) || !(tolerance > 0) || segmentArrivals < 100) {
      throw new IllegalArgumentException(
          "attainment must be between 0 and 1, the tolerance above 0, a segment has 100 arrivals or more, found %s, %s, %d"
              .formatted(attainment, tolerance, segmentArrivals));
    }
    if (maxInFlight < 0) {
      throw new IllegalArgumentException("requests at once below 0: " + maxInFlight);
    }
  }

  /// Returns a plan with other lengths: tolerance, arrivals of a segment, budget, requests that the
  /// server takes at once.
  public SearchPlan lasting(
      double otherTolerance, long otherSegment, long otherBudget, int otherInFlight) {
    return new SearchPlan(
        slo,
        attainment,
        maxErrorRate,
        otherTolerance,
        otherSegment,
        otherBudget,
        otherInFlight,
        verified);
  }

  /// Returns the same with another limit of the error rate.
  public SearchPlan allowing(double failing) {
    return new SearchPlan(
        slo,
        attainment,
        failing,
        tolerance,
        segmentArrivals,
        budgetRequests,
        maxInFlight,
        verified);
  }

  /// Returns the same with or without a verification of its claim.
  public SearchPlan verifying(boolean wanted) {
    return new SearchPlan(
        slo,
        attainment,
        maxErrorRate,
        tolerance,
        segmentArrivals,
        budgetRequests,
        maxInFlight,
        wanted);
  }

  /// Returns the arrivals of one segment (docs/explanation/statistics.md).
  ///
  /// @param residenceSeconds how long requests stay
  public long length(double rate, double residenceSeconds) {
    return Math.max(segmentArrivals, Math.round(RESIDENCES * residenceSeconds * rate));
  }

  /// Returns how many requests of one load, all of them good, show that the target is met if
  /// nothing is slow: requests that overlap are correlated.
  public long minRequestsToShow() {
    double alone = Math.log(1 - ONE_SIDED) / Math.log(attainment);
    return Math.round(Segment.MIN_DISPERSION * alone);
  }

  /// Returns whether the error rate is significantly above its limit; requests that overlap are
  /// correlated.
  public boolean failing(long failed, long judged) {
    double worth = 1 / Segment.MIN_DISPERSION;
    return failed > 0
        && ShareBounds.lower(failed * worth, judged * worth, ONE_SIDED) > maxErrorRate;
  }

  /// Returns the p99 of the client's lag above which its figures are not trusted.
  public double maxLagMillis() {
    return LagLimits.of(slo).clientBoundMillis();
  }
}
