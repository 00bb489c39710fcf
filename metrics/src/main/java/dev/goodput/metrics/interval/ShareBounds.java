package dev.goodput.metrics.interval;

import org.hipparchus.distribution.continuous.BetaDistribution;

/// Exact bounds of a share (Clopper and Pearson 1934), from counts or from effective counts of
/// dependent observations.
public final class ShareBounds {
  private ShareBounds() {}

  /// Returns the lower bound of the true share with this confidence; 0 if none was good.
  ///
  /// @param good 0 to `all`
  /// @param all above 0
  /// @param confidence one-sided, for example .95
  public static double lower(double good, double all, double confidence) {
    return good <= 0
        ? 0
        : new BetaDistribution(good, all - good + 1).inverseCumulativeProbability(1 - confidence);
  }

  /// Returns the upper bound of the true share with this confidence; 1 if all were good.
  ///
  /// @param good 0 to `all`
  /// @param all above 0
  /// @param confidence one-sided, for example .95
  public static double upper(double good, double all, double confidence) {
    return good >= all
        ? 1
        : new BetaDistribution(good + 1, all - good).inverseCumulativeProbability(confidence);
  }
}
