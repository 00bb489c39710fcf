package dev.goodput.metrics.interval;

import org.hipparchus.distribution.continuous.TDistribution;

/// Student's t distribution.
public final class StudentT {
  private StudentT() {}

  /// Returns the factor of a two-sided interval.
  ///
  /// @param confidence for example .95
  /// @param degrees degrees of freedom, above 0
  public static double twoSided(double confidence, double degrees) {
    return new TDistribution(degrees).inverseCumulativeProbability((1 + confidence) / 2);
  }

  /// Returns the factor of a one-sided bound.
  ///
  /// @param confidence for example .95
  /// @param degrees degrees of freedom, above 0
  public static double oneSided(double confidence, double degrees) {
    return new TDistribution(degrees).inverseCumulativeProbability(confidence);
  }

  /// Returns the probability of a value above `t`, the p-value of a one-sided test.
  ///
  /// @param degrees degrees of freedom, above 0
  public static double above(double t, double degrees) {
    return new TDistribution(degrees).cumulativeProbability(-t);
  }
}
