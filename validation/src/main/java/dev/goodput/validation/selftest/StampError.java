package dev.goodput.validation.selftest;

import java.util.Arrays;

/// The delay of the client's stamps after the server's writes: network, kernel, wake-up and the
/// client's own code together.
///
/// @param count the number of compared events
/// @param p50Micros nearest-rank median, in microseconds
/// @param p99Micros nearest-rank 99th percentile, in microseconds
/// @param maxMicros the largest delay, in microseconds
record StampError(long count, double p50Micros, double p99Micros, double maxMicros) {

  /// Computes the distribution of at least one error, in nanoseconds.
  static StampError of(long[] nanos) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return new StampError(
        sorted.length,
        rank(sorted, 0.5) / 1e3,
        rank(sorted, 0.99) / 1e3,
        sorted[sorted.length - 1] / 1e3);
  }

  private static long rank(long[] sorted, double share) {
    return sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
  }
}
