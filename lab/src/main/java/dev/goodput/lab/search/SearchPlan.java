package dev.goodput.lab.search;

import dev.goodput.metrics.LagLimits;
import dev.goodput.metrics.slo.Slo;

/// What is searched for, and how long.
///
/// @param slo that arrivals must keep
/// @param attainment the share of them that must, above 0 and below 1
/// @param tolerance half-width of the interval, relative, at which the search ends
/// @param stretchArrivals arrivals of one stretch at least; it is longer where requests stay long
/// @param budgetRequests how many requests it may take, those of the flood and before it included;
///   a stretch that does not fit is not begun
/// @param mostInFlight requests that the server takes at once as far as is known, 0 where it is
///   not: four times as many flood it, else the flood is doubled until its rate stays
public record SearchPlan(
    Slo slo,
    double attainment,
    double tolerance,
    long stretchArrivals,
    long budgetRequests,
    int mostInFlight) {
  /// STATISTICS.md §5: half-width.
  public static final double USUAL_TOLERANCE = .04;

  /// STATISTICS.md §5: arrivals of a stretch.
  public static final long USUAL_STRETCH = 1_000;

  /// Twice what most searches on the simulated engine take.
  public static final long USUAL_BUDGET = 60_000;

  /// The usual search.
  public static SearchPlan of(Slo slo, double attainment) {
    return new SearchPlan(slo, attainment, USUAL_TOLERANCE, USUAL_STRETCH, USUAL_BUDGET, 0);
  }

  /// Checks the bounds.
  public SearchPlan {
    if (!(attainment > 0 && attainment < 1) || !(tolerance > 0) || stretchArrivals < 100) {
      throw new IllegalArgumentException(
          "attainment lies between 0 and 1, the tolerance above 0, a stretch has 100 arrivals or more, found %s, %s, %d"
              .formatted(attainment, tolerance, stretchArrivals));
    }
    if (mostInFlight < 0) {
      throw new IllegalArgumentException("requests at once below 0: " + mostInFlight);
    }
  }

  /// The p99 of the client's lag above which its figures are of no use.
  double mostLagMillis() {
    return LagLimits.of(slo).clientBoundMillis();
  }
}
