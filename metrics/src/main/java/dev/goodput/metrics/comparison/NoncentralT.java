package dev.goodput.metrics.comparison;

import dev.goodput.metrics.interval.StudentT;
import org.hipparchus.distribution.continuous.NormalDistribution;

/// The power of Student's test where there is something to find.
final class NoncentralT {
  private static final int STEPS = 2_000;

  /// So far does a deviation that is estimated lie from the true one at most.
  private static final double MAX_DEVIATION_RATIO = 8;

  private final NormalDistribution normal = new NormalDistribution();

  /// How likely a deviation is to be estimated at each step, by the true one.
  private final double[] weights = new double[STEPS];

  private final double critical;

  /// `s²` is a χ² over its degrees.
  private NoncentralT(double critical, double degrees) {
    this.critical = critical;
    double all = 0;
    for (int i = 0; i < STEPS; i++) {
      double s = deviationRatio(i);
      weights[i] = Math.exp((degrees - 1) * Math.log(s) - degrees * (s * s - 1) / 2);
      all += weights[i];
    }
    for (int i = 0; i < STEPS; i++) {
      weights[i] /= all;
    }
  }

  private static double deviationRatio(int step) {
    return MAX_DEVIATION_RATIO * (step + 1) / STEPS;
  }

  /// How many standard errors an effect has to be away, so that the one-sided bound of a confidence
  /// finds it with a chance of `power`.
  static double detectableEffect(double confidence, double power, double degrees) {
    NoncentralT test = new NoncentralT(StudentT.oneSided(confidence, degrees), degrees);
    double low = 0;
    double high = 4 * test.critical + 40;
    for (int i = 0; i < 60; i++) {
      double middle = (low + high) / 2;
      boolean enough = test.power(middle) >= power;
      low = enough ? low : middle;
      high = enough ? middle : high;
    }
    return high;
  }

  /// The chance of a t above the critical one: given the estimate the mean is normal.
  private double power(double effect) {
    double above = 0;
    for (int i = 0; i < STEPS; i++) {
      if (weights[i] > 0) {
        above += weights[i] * normal.cumulativeProbability(effect - critical * deviationRatio(i));
      }
    }
    return above;
  }
}
