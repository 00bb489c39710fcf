package dev.goodput.metrics.comparison;

import java.util.List;

/// The sampling noise of a share of requests. It bounds the variance from below even if all runs
/// have the same share: five runs without a failure do not show that failures never occur.
///
/// @param matching mean number of requests per run that have the property
/// @param requests mean number of requests per run; 0 if unknown
public record SamplingNoise(double matching, double requests) {
  /// Returns the noise of one side's runs; zero if the numbers of requests are unknown.
  static SamplingNoise of(ComparedMetric metric, List<RunFigures> runs) {
    double requests = 0;
    double matching = 0;
    int known = 0;
    for (RunFigures run : runs) {
      Double share = run.value(metric);
      long sampleSize = run.sampleSizes().getOrDefault(metric, 0L);
      requests += share == null ? 0 : sampleSize;
      matching += share == null ? 0 : share * sampleSize;
      known += share == null ? 0 : 1;
    }
    return new SamplingNoise(matching / Math.max(1, known), requests / Math.max(1, known));
  }

  /// Returns the smallest variance of the mean share of a number of such runs: `p (1 − p) ÷ n` over
  /// all their requests, with Laplace's estimate `p = (x + 1) ÷ (n + 2)`.
  double variance(int runs) {
    double total = requests * runs;
    double share = (matching * runs + 1) / (total + 2);
    return total > 0 ? share * (1 - share) / total : 0;
  }

  /// Returns the smallest variance of the difference between sides: the sum of theirs.
  static double variance(List<SamplingNoise> sides, int runs) {
    return sides.stream().mapToDouble(side -> side.variance(runs)).sum();
  }
}
