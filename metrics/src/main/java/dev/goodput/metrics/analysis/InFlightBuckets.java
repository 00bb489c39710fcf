package dev.goodput.metrics.analysis;

import java.util.Arrays;

/// Requests in flight over time, integrated slice by slice, in memory that does not grow.
///
/// Every interval is accounted to the nanosecond, so that the slices' sum is the sum of the
/// intervals. The slices' length doubles whenever time outgrows them.
final class InFlightBuckets {
  static final int CAPACITY = 8192;
  private static final long FIRST_WIDTH_NANOS = 1_000_000;

  private final long origin;
  private final long[] partial = new long[CAPACITY];
  private final long[] entered = new long[CAPACITY + 1];
  private long width = FIRST_WIDTH_NANOS;

  InFlightBuckets(long origin) {
    this.origin = origin;
  }

  /// Adds a request that was in flight from one moment to another, no earlier one.
  void add(long fromNanos, long toNanos) {
    long from = Math.max(0, fromNanos - origin);
    long to = Math.max(0, toNanos - origin);
    while (to / width >= CAPACITY) {
      halve();
    }
    int first = (int) (from / width);
    int last = (int) (to / width);
    if (first == last) {
      partial[first] += to - from;
      return;
    }
    partial[first] += (first + 1) * width - from;
    partial[last] += to - last * width;
    entered[first + 1]++;
    entered[last]--;
  }

  private void halve() {
    long[] integrals = integrals();
    Arrays.fill(entered, 0);
    Arrays.fill(partial, 0);
    for (int i = 0; i < CAPACITY / 2; i++) {
      partial[i] = integrals[2 * i] + integrals[2 * i + 1];
    }
    width *= 2;
  }

  /// Request-nanoseconds of each slice.
  long[] integrals() {
    long[] integrals = new long[CAPACITY];
    long inside = 0;
    for (int i = 0; i < CAPACITY; i++) {
      inside += entered[i];
      integrals[i] = partial[i] + inside * width;
    }
    return integrals;
  }

  /// Returns the mean number in the slices that start from `from` until before `to`; NaN if none
  /// does.
  double mean(long from, long to) {
    long[] integrals = integrals();
    long held = 0;
    double sum = 0;
    for (int i = 0; i < CAPACITY; i++) {
      boolean within = origin + i * width >= from && origin + i * width < to;
      held += within ? 1 : 0;
      sum += within ? integrals[i] : 0;
    }
    return held == 0 ? Double.NaN : sum / held / width;
  }

  /// Request-nanoseconds of all slices.
  long total() {
    return Arrays.stream(integrals()).sum();
  }

  long widthNanos() {
    return width;
  }
}
