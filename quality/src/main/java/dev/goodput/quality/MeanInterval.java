package dev.goodput.quality;

/// The 95 % interval of a mean of scores from 0 to 1, over independent tasks.
///
/// For scores that are all 0 or 1 it is Wilson's interval ("Probable inference, the law of
/// succession, and statistical inference", 1927), which holds near 0 and 1. Otherwise it is the
/// normal one.
///
/// @param low the lower end
/// @param high the upper end
public record MeanInterval(double low, double high) {
  private static final double Z = 1.959963984540054;

  /// Returns the interval.
  ///
  /// @param scores how many scores there are, at least 1
  /// @param tasks how many different tasks they belong to: repeating a task adds little information
  /// @param sum the sum of the scores
  /// @param squares the sum of their squares
  public static MeanInterval of(long scores, long tasks, double sum, double squares) {
    double n = Math.min(scores, tasks);
    double mean = sum / scores;
    double variance = Math.max(0, squares / scores - mean * mean);
    if (sum == squares) {
      double denominator = 1 + Z * Z / n;
      double centre = (mean + Z * Z / (2 * n)) / denominator;
      double halfWidth = Z * Math.sqrt(variance / n + Z * Z / (4 * n * n)) / denominator;
      return new MeanInterval(Math.max(0, centre - halfWidth), Math.min(1, centre + halfWidth));
    }
    double halfWidth = n == 1 ? 1 : Z * Math.sqrt(variance / (n - 1));
    return new MeanInterval(Math.max(0, mean - halfWidth), Math.min(1, mean + halfWidth));
  }
}
