package dev.goodput.metrics.comparison;

import dev.goodput.metrics.interval.StudentT;
import org.hipparchus.distribution.continuous.NormalDistribution;

/// The power of the one-sided t-test, by the noncentral t distribution.
final class NoncentralT {
  private static final int STEPS = 2_000;

  /// The largest ratio of an estimated to the true standard deviation that is integrated over.
  private static final double MAX_DEVIATION_RATIO = 8;

  private final NormalDistribution normal = new NormalDistribution();

  /// The probability of each ratio of the estimated to the true standard deviation.
  private final double[] weights = new double[STEPS];

  private final double critical;

  /// Computes the weights: `s²` has the distribution of χ² ÷ degrees of freedom.
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

  /// Returns the effect, in standard errors, that the one-sided test at a confidence detects with a
  /// probability of `power`.
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

  /// Returns the probability that t exceeds the critical value: for a given estimated deviation,
  /// the mean is normally distributed.
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
