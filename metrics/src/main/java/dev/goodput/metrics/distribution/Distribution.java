package dev.goodput.metrics.distribution;

import org.jspecify.annotations.Nullable;

/// The distribution of one quantity, in the unit that its name states (milliseconds for latencies).
///
/// Percentiles are nearest-rank: the smallest observed value that at least p % of the observations
/// do not exceed. A percentile with fewer than 1/(1 − p) observations is absent, and the maximum
/// replaces it ([#p95OrMax()]). If only the mean is known (inter-token latency without a source of
/// tokens per chunk), everything but the count and the mean is absent.
///
/// @param exact whether percentiles are observed values; otherwise within 0.05 % of them
/// @param count number of values
/// @param mean the arithmetic mean
/// @param std the sample standard deviation (n − 1), absent below two values
/// @param min the smallest value
/// @param max the largest value
/// @param nEffective approximate number of independent observations behind the percentiles, absent
///   if unknown
public record Distribution(
    boolean exact,
    long count,
    double mean,
    @Nullable Double std,
    @Nullable Double min,
    @Nullable Double p50,
    @Nullable Double p90,
    @Nullable Double p95,
    @Nullable Double p99,
    @Nullable Double p999,
    @Nullable Double max,
    @Nullable Double nEffective) {

  /// Returns a distribution with only a mean.
  public static Distribution ofMean(long count, double mean, @Nullable Double nEffective) {
    return new Distribution(
        true, count, mean, null, null, null, null, null, null, null, null, nEffective);
  }

  /// Returns the same distribution with a more accurate mean than that of the values.
  public Distribution withMean(double better) {
    return new Distribution(
        exact, count, better, std, min, p50, p90, p95, p99, p999, max, nEffective);
  }

  /// Returns the median, or the maximum below two values.
  public @Nullable Double p50OrMax() {
    return p50 == null ? max : p50;
  }

  /// Returns the 95th percentile, or the maximum below 20 values.
  public @Nullable Double p95OrMax() {
    return p95 == null ? max : p95;
  }

  /// Returns the 99th percentile, or the maximum below 100 values.
  public @Nullable Double p99OrMax() {
    return p99 == null ? max : p99;
  }
}
