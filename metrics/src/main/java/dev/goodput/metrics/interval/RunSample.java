package dev.goodput.metrics.interval;

import java.util.Arrays;

/// One run's values of one quantity, and the concurrency of its requests.
public final class RunSample {
  private final double[] sorted;
  private final double concurrency;

  private RunSample(double[] sorted, double concurrency) {
    this.sorted = sorted;
    this.concurrency = concurrency;
  }

  /// Creates a run's sample.
  ///
  /// @param values in any order and unit, at least one; copied
  /// @param concurrency mean requests in flight over the run's window; NaN if unknown
  /// @throws IllegalArgumentException if there is no value, or one is NaN
  public static RunSample of(double[] values, double concurrency) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    if (sorted.length == 0 || Double.isNaN(sorted[sorted.length - 1])) {
      throw new IllegalArgumentException(
          "a run's sample has at least one value and only numbers, found " + sorted.length);
    }
    return new RunSample(sorted, concurrency);
  }

  /// Returns the number of values.
  public int size() {
    return sorted.length;
  }

  /// Returns the mean number of requests in flight; NaN if unknown.
  public double concurrency() {
    return concurrency;
  }

  /// Returns the share of the values at or below a value.
  double shareUpTo(double value) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] <= value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return (double) low / sorted.length;
  }

  void copyInto(double[] all, int from) {
    System.arraycopy(sorted, 0, all, from, sorted.length);
  }
}
