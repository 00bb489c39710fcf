package dev.goodput.metrics.distribution;

import org.jspecify.annotations.Nullable;

/// What was observed of one quantity, in the unit its name says (milliseconds for latencies).
///
/// Percentiles are nearest-rank: the smallest observed value that at least p % of the observations
/// do not exceed. One with fewer than 1/(1 − p) observations behind it is absent, and the maximum
/// stands for it ([#p95OrMax()]). Everything but the count and the mean is absent where only the
/// mean is known (inter-token latency without a source of tokens per chunk).
///
/// @param exact whether percentiles are observed values; otherwise within 0.01 % of them
/// @param count how many values there are
/// @param mean the arithmetic mean
/// @param std the sample standard deviation (n − 1), absent below two values
/// @param min the smallest value
/// @param max the largest value
/// @param nEffective about how many independent observations stand behind the percentiles, absent
///   where that is not known
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

  /// A distribution of which the mean alone is known.
  public static Distribution ofMean(long count, double mean, @Nullable Double nEffective) {
    return new Distribution(
        true, count, mean, null, null, null, null, null, null, null, null, nEffective);
  }

  /// The same with a mean that is known better than from the values.
  public Distribution withMean(double better) {
    return new Distribution(
        exact, count, better, std, min, p50, p90, p95, p99, p999, max, nEffective);
  }

  /// The median, or the maximum where one value is all there is.
  public @Nullable Double p50OrMax() {
    return p50 == null ? max : p50;
  }

  /// The 95th percentile, or the maximum below 20 values.
  public @Nullable Double p95OrMax() {
    return p95 == null ? max : p95;
  }

  /// The 99th percentile, or the maximum below 100 values.
  public @Nullable Double p99OrMax() {
    return p99 == null ? max : p99;
  }
}
