package dev.goodput.metrics.interval;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A quantile over several independent runs, with a confidence interval from the differences
/// between them.
///
/// All runs are pooled, and q̂ is the pooled quantile `p`. `f_k` is the share of run k at or below
/// q̂, and `se = sd(f_k) ÷ √K`. The interval goes from the pooled quantile `p − t·se` to `p +
/// t·se`, with Student's `t` for K − 1 degrees of freedom. `se` is at least half of its value for
/// independent requests, `√(p(1 − p) ÷ n) ÷ 2`: runs that agree by chance must not give an interval
/// without width, and for independent requests the interval still reaches its confidence.
/// Overlapping requests are not independent, so an interval from the order statistics of one run
/// would be far too narrow: only runs are independent.
///
/// @param share `p`, above 0 and below 1
/// @param value q̂, nearest-rank, in the unit of the samples
/// @param low lower end; −∞ if `p − t·se` is not above 0
/// @param high upper end; ∞ if `p + t·se` reaches 1, so that it is unknown
/// @param confidence for example .95
/// @param runs `K`
/// @param count `n`, the values of all runs
/// @param nEffective approximate number of independent observations; absent if unknown
/// @param concurrency `L`, mean requests in flight, over the runs; absent if unknown
public record QuantileInterval(
    double share,
    double value,
    double low,
    double high,
    double confidence,
    int runs,
    long count,
    @Nullable Double nEffective,
    @Nullable Double concurrency) {
  private static final double MIN_SHARE = .5;

  /// The smallest number of runs that gives an interval.
  public static final int MIN_RUNS = 5;

  private static final double ROUNDING = 1e-9;

  /// Returns the interval of several runs.
  ///
  /// @param share for example .95 for p95
  /// @param confidence for example .95
  /// @throws IllegalArgumentException if there are fewer than [#MIN_RUNS] runs, or a share or
  ///   confidence is not between 0 and 1
  public static QuantileInterval of(List<RunSample> runs, double share, double confidence) {
    if (runs.size() < MIN_RUNS) {
      throw new IllegalArgumentException(
          "an interval needs at least %d runs, found %d".formatted(MIN_RUNS, runs.size()));
    }
    if (!(share > 0 && share < 1 && confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException(
          "share and confidence must be between 0 and 1, found %s, %s"
              .formatted(share, confidence));
    }
    double[] pooled = pool(runs);
    double value = nearestRank(pooled, share);
    double[] shares = runs.stream().mapToDouble(run -> run.shareUpTo(value)).toArray();
    double least = MIN_SHARE * Math.sqrt(share * (1 - share) / pooled.length);
    double standardError = Math.max(least, Moments.of(shares).standardError());
    double halfWidth = StudentT.twoSided(confidence, runs.size() - 1) * standardError;
    double concurrency = runs.stream().mapToDouble(RunSample::concurrency).average().orElseThrow();
    return new QuantileInterval(
        share,
        value,
        share - halfWidth > 0 ? nearestRank(pooled, share - halfWidth) : Double.NEGATIVE_INFINITY,
        share + halfWidth < 1 ? nearestRank(pooled, share + halfWidth) : Double.POSITIVE_INFINITY,
        confidence,
        runs.size(),
        pooled.length,
        Double.isNaN(concurrency) ? null : Overlap.at(concurrency).worth(pooled.length),
        Double.isNaN(concurrency) ? null : concurrency);
  }

  private static double[] pool(List<RunSample> runs) {
    double[] all = new double[runs.stream().mapToInt(RunSample::size).sum()];
    int from = 0;
    for (RunSample run : runs) {
      run.copyInto(all, from);
      from += run.size();
    }
    Arrays.sort(all);
    return all;
  }

  /// Returns the smallest value that at least this share of the values does not exceed.
  private static double nearestRank(double[] sorted, double share) {
    int rank = (int) Math.ceil(share * sorted.length - ROUNDING);
    return sorted[Math.max(1, rank) - 1];
  }

  /// Returns whether the interval contains a value.
  public boolean holds(double truth) {
    return low <= truth && truth <= high;
  }
}
