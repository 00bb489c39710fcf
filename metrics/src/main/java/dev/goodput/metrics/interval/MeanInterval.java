package dev.goodput.metrics.interval;

/// The 95 % interval of a mean of scores from 0 to 1, over independent tasks.
///
/// For scores that are all 0 or 1 it is Wilson's interval ("Probable inference, the law of
/// succession, and statistical inference", 1927), which holds near 0 and 1. Otherwise it is
/// Student's of the scores with one 0 and one 1 added: a few tasks that score alike do not show how
/// far tasks differ (Agresti and Coull, "Approximate is better than exact", 1998, do so for
/// shares).
///
/// @param low the lower end
/// @param high the upper end
public record MeanInterval(double low, double high) {
  private static final double CONFIDENCE = 0.95;
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
    double more = n + 2;
    double centre = (mean * n + 1) / more;
    double spread = Math.max(0, (squares / scores * n + 1) / more - centre * centre);
    double halfWidth = StudentT.twoSided(CONFIDENCE, more - 1) * Math.sqrt(spread / (more - 1));
    return new MeanInterval(Math.max(0, centre - halfWidth), Math.min(1, centre + halfWidth));
  }
}
