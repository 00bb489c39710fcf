package dev.goodput.metrics.comparison;

import java.util.List;

/// How far a share of requests varies by chance alone, whatever runs show: five runs without a
/// failure are no proof that there is none.
///
/// @param found of a run's requests on average, what the share is of
/// @param counted requests of a run on average
public record SamplingNoise(double found, double counted) {
  /// Returns the noise of one side's runs; none if the number of requests of a share is unknown.
  static SamplingNoise of(ComparedMetric metric, List<RunFigures> runs) {
    double counted = 0;
    double found = 0;
    int known = 0;
    for (RunFigures run : runs) {
      Double share = run.value(metric);
      long count = run.counts().getOrDefault(metric, 0L);
      counted += share == null ? 0 : count;
      found += share == null ? 0 : share * count;
      known += share == null ? 0 : 1;
    }
    return new SamplingNoise(found / Math.max(1, known), counted / Math.max(1, known));
  }

  /// The variance that the mean share of so many such runs has at least: `p (1 − p) ÷ n`, with `p =
  /// (x + 1) ÷ (n + 2)` (Laplace) over all of their requests.
  double variance(int runs) {
    double all = counted * runs;
    double share = (found * runs + 1) / (all + 2);
    return all > 0 ? share * (1 - share) / all : 0;
  }

  /// The same of the difference of several sides.
  static double variance(List<SamplingNoise> sides, int runs) {
    return sides.stream().mapToDouble(side -> side.variance(runs)).sum();
  }
}
