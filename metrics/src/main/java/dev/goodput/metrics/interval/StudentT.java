package dev.goodput.metrics.interval;

import org.hipparchus.distribution.continuous.TDistribution;

/// Student's t.
public final class StudentT {
  private StudentT() {}

  /// The factor of a two-sided interval.
  ///
  /// @param confidence as .95
  /// @param degrees of freedom, above 0
  public static double twoSided(double confidence, double degrees) {
    return new TDistribution(degrees).inverseCumulativeProbability((1 + confidence) / 2);
  }

  /// The factor of a one-sided bound.
  ///
  /// @param confidence as .95
  /// @param degrees of freedom, above 0
  public static double oneSided(double confidence, double degrees) {
    return new TDistribution(degrees).inverseCumulativeProbability(confidence);
  }

  /// The chance of a value above `t`, which is the p-value of a one-sided test.
  ///
  /// @param degrees of freedom, above 0
  public static double above(double t, double degrees) {
    return new TDistribution(degrees).cumulativeProbability(-t);
  }
}
