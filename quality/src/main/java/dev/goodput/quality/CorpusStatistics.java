package dev.goodput.quality;

/// Sums of the statistics of answers.
final class CorpusStatistics {
  private CorpusStatistics() {}

  /// Adds one answer's statistics to a sum.
  static void add(double[] each, double[] sum) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] += each[i];
    }
  }
}
