package dev.goodput.metrics.comparison;

import dev.goodput.metrics.interval.StudentT;

/// The power of Student's test where there is something to find.
final class NoncentralT {
  private static final int STEPS = 2_000;

  /// So far does a deviation that is estimated lie from the true one at most.
  private static final double WIDEST = 8;

  /// Degrees of freedom at which Student's t is the normal distribution.
  private static final double NORMAL = 1e7;

  private NoncentralT() {}

  /// How many standard errors an effect has to be away, so that the one-sided bound of a confidence
  /// finds it with a chance of `power`.
  static double reach(double confidence, double power, double degrees) {
    double critical = StudentT.oneSided(confidence, degrees);
    double low = 0;
    double high = 4 * critical + 40;
    for (int i = 0; i < 60; i++) {
      double middle = (low + high) / 2;
      boolean enough = power(middle, critical, degrees) >= power;
      low = enough ? low : middle;
      high = enough ? middle : high;
    }
    return high;
  }

  /// The chance of a t above the critical one, over what the deviation may be estimated at: `s²` is
  /// a χ² over its degrees, and given `s` the mean is normal.
  static double power(double effect, double critical, double degrees) {
    double above = 0;
    double all = 0;
    for (int i = 1; i <= STEPS; i++) {
      double s = WIDEST * i / STEPS;
      double weight = Math.exp((degrees - 1) * Math.log(s) - degrees * (s * s - 1) / 2);
      above += weight * StudentT.above(critical * s - effect, NORMAL);
      all += weight;
    }
    return above / all;
  }
}
