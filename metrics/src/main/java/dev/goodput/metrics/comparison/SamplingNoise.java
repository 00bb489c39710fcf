package dev.goodput.metrics.comparison;

import java.util.List;

/// How far a share of requests varies by chance alone, whatever runs show: five runs without a
/// failure are no proof that there is none.
///
/// @param matching of a run's requests on average, what the share is of
/// @param requests requests of a run on average
public record SamplingNoise(double matching, double requests) {
  /// That of one side's runs; none where nobody knows of how many requests a share is.
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

  /// The variance that the mean share of so many such runs has at least: `p (1 − p) ÷ n`, with `p =
  /// (x + 1) ÷ (n + 2)` (Laplace) over all of their requests.
  double variance(int runs) {
    double total = requests * runs;
    double share = (matching * runs + 1) / (total + 2);
    return total > 0 ? share * (1 - share) / total : 0;
  }

  /// The same of the difference of several sides.
  static double variance(List<SamplingNoise> sides, int runs) {
    return sides.stream().mapToDouble(side -> side.variance(runs)).sum();
  }
}
