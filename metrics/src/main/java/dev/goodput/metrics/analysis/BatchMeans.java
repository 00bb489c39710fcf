package dev.goodput.metrics.analysis;

import java.util.Arrays;

/// Means of batches in order of time, with the start of each batch.
final class BatchMeans {
  private static final int BATCH = 5;

  private double[] means = new double[64];
  private long[] begins = new long[64];
  private int count;

  private BatchMeans() {}

  /// Returns batches of five slices of requests in flight.
  static BatchMeans ofInFlight(InFlightBuckets inFlight, long beginNanos, long endNanos) {
    BatchMeans batches = new BatchMeans();
    long[] integrals = inFlight.integrals();
    long width = inFlight.widthNanos();
    int whole = (int) Math.min(integrals.length, (endNanos - beginNanos) / width);
    for (int i = 0; i + BATCH <= whole; i += BATCH) {
      long integral = 0;
      for (int j = i; j < i + BATCH; j++) {
        integral += integrals[j];
      }
      batches.append(beginNanos + i * width, (double) integral / (BATCH * width));
    }
    return batches;
  }

  /// Returns batches of slices that together hold at least five values.
  static BatchMeans ofValues(TimeBuckets values) {
    BatchMeans batches = new BatchMeans();
    long sum = 0;
    long held = 0;
    int first = 0;
    for (int i = 0; i < TimeBuckets.CAPACITY; i++) {
      sum += values.sum(i);
      held += values.count(i);
      if (held >= BATCH) {
        batches.append(values.beginNanos(first), (double) sum / held);
        sum = 0;
        held = 0;
        first = i + 1;
      }
    }
    return batches;
  }

  private void append(long begin, double mean) {
    if (count == means.length) {
      means = Arrays.copyOf(means, count * 2);
      begins = Arrays.copyOf(begins, count * 2);
    }
    means[count] = mean;
    begins[count++] = begin;
  }

  /// Returns the start of the steady part by the MSER rule, or the first batch's start if nothing
  /// is cut.
  long cutNanos(long fallback) {
    int cut = mserCut(Arrays.copyOf(means, count));
    return cut == 0 ? fallback : begins[cut];
  }

  /// Returns how many values to cut off the start by the MSER truncation rule, at most half of
  /// them: the smallest `d` that minimises `Σ(yᵢ − mean)² ÷ (n − d)²` over the values from `d` on,
  /// which is the cut that leaves the best-known mean.
  ///
  /// White, An effective truncation heuristic for bias reduction in simulation output, Simulation
  /// 69(6), 1997; MSER-5 applies it to means of batches of five.
  static int mserCut(double[] values) {
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
