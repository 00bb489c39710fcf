package dev.goodput.lab.search;

import dev.goodput.metrics.interval.StudentT;
import java.util.List;

/// The rate at which the target is just met, as far as is known.
///
/// @param rate arrivals per second
/// @param low lower bound of its 95 % interval
/// @param high upper bound
/// @param segments how many stretches it rests on
record Estimate(double rate, double low, double high, int segments) {
  private static final int ENOUGH_STRETCHES = 6;
  private static final double CONFIDENCE = .95;

  /// @param segments at least one
  static Estimate of(List<Segment> segments, double attainment) {
    AttainmentCurve.Crossing found = AttainmentCurve.fit(segments).crossing(attainment);
    double t = StudentT.twoSided(CONFIDENCE, Math.max(1, segments.size() - 2));
    double half = t * found.standardError();
    double rate = Math.exp(found.logLoad());
    return new Estimate(rate, rate * Math.exp(-half), rate * Math.exp(half), segments.size());
  }

  boolean done(SearchPlan plan) {
    return segments >= ENOUGH_STRETCHES && Math.log(high / rate) < plan.tolerance();
  }
}
