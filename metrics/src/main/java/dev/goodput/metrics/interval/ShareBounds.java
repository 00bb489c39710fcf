package dev.goodput.metrics.interval;

import org.hipparchus.distribution.continuous.BetaDistribution;

/// Exact bounds of a share (Clopper and Pearson 1934): of a count, or of one that is worth less
/// than it is, as its observations share fates.
public final class ShareBounds {
  private ShareBounds() {}

  /// The share above which the truth lies with this confidence; 0 where none was good.
  ///
  /// @param good 0 to `all`
  /// @param all above 0
  /// @param confidence one-sided, as .95
  public static double lower(double good, double all, double confidence) {
    return good <= 0
        ? 0
        : new BetaDistribution(good, all - good + 1).inverseCumulativeProbability(1 - confidence);
  }

  /// The share below which the truth lies with this confidence; 1 where all were good.
  ///
  /// @param good 0 to `all`
  /// @param all above 0
  /// @param confidence one-sided, as .95
  public static double upper(double good, double all, double confidence) {
    return good >= all
        ? 1
        : new BetaDistribution(good + 1, all - good).inverseCumulativeProbability(confidence);
  }
}
