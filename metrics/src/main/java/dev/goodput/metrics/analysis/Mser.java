package dev.goodput.metrics.analysis;

/// The MSER truncation rule: of all cuts, take the one after which the mean is known best.
///
/// White, An effective truncation heuristic for bias reduction in simulation output, Simulation
/// 69(6), 1997; MSER-5 applies it to means of batches of five.
final class Mser {
  private Mser() {}

  /// How many values to cut off the beginning, at most half of them: the smallest `d` that
  /// minimises `Σ(yᵢ − mean)² ÷ (n − d)²` over the values from `d` on.
  static int cut(double[] values) {
    int n = values.length;
    if (n < 4) {
      return 0;
    }
    double shift = values[n - 1];
    double sum = 0;
    double squares = 0;
    double least = Double.POSITIVE_INFINITY;
    int cut = 0;
    for (int d = n - 1; d >= 0; d--) {
      double value = values[d] - shift;
      sum += value;
      squares += value * value;
      double kept = n - d;
      double statistic = Math.max(0, squares - sum * sum / kept) / (kept * kept);
      if (d <= n / 2 && statistic <= least) {
        least = statistic;
        cut = d;
      }
    }
    return cut;
  }
}
