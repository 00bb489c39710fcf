package dev.goodput.lab.search;

import dev.goodput.metrics.slo.Slo;

/// What is searched for, and how long.
///
/// @param slo that arrivals must keep
/// @param attainment the share of them that must, above 0 and below 1
/// @param tolerance half-width of the interval, relative, at which the search ends
/// @param stretchArrivals arrivals of one stretch at least; it is longer where requests stay long
/// @param budgetRequests how many requests of the steered level may be over when another stretch
///   begins; those under way then, of the flood and before it come on top
/// @param floodRequests how many come at once to find the upper bound
public record SearchPlan(
    Slo slo,
    double attainment,
    double tolerance,
    long stretchArrivals,
    long budgetRequests,
    long floodRequests) {
  /// STATISTICS.md §5: stretches of about 1,000, to ±4 %.
  public static SearchPlan of(Slo slo, double attainment) {
    return new SearchPlan(slo, attainment, .04, 1_000, 60_000, 1_024);
  }

  /// Checks the bounds.
  public SearchPlan {
    if (!(attainment > 0 && attainment < 1) || !(tolerance > 0) || stretchArrivals < 100) {
      throw new IllegalArgumentException(
          "attainment lies between 0 and 1, the tolerance above 0, a stretch has 100 arrivals or more, found %s, %s, %d"
              .formatted(attainment, tolerance, stretchArrivals));
    }
  }
}
