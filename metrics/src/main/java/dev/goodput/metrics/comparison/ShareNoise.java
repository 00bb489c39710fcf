package dev.goodput.metrics.comparison;

import java.util.List;

/// How far shares of requests vary by chance alone, whatever runs show: five runs without a failure
/// are no proof that there is none.
final class ShareNoise {
  private ShareNoise() {}

  /// The variance of the mean share of some runs that counting so many requests has at least: `p (1
  /// − p) ÷ n`, with `p = (x + 1) ÷ (n + 2)` (Laplace) over all of them. 0 of what is no share, and
  /// where nobody knows of how many requests it is.
  static double variance(ComparedMetric metric, List<RunFigures> runs) {
    double counted = 0;
    double found = 0;
    for (RunFigures run : runs) {
      Double share = run.value(metric);
      long count = run.counts().getOrDefault(metric, 0L);
      counted += share == null ? 0 : count;
      found += share == null ? 0 : share * count;
    }
    double share = (found + 1) / (counted + 2);
    return metric.isShare() && counted > 0 ? share * (1 - share) / counted : 0;
  }
}
