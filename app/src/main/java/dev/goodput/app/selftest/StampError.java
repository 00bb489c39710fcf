package dev.goodput.app.selftest;

import java.util.Arrays;

/// How late the client's stamps are behind the moments at which the server wrote: network, kernel,
/// wake-up and our own way to the stamp, all together.
///
/// @param count how many events were compared
/// @param p50Micros nearest-rank median, microseconds
/// @param p99Micros nearest-rank 99th percentile
/// @param maxMicros the largest
record StampError(long count, double p50Micros, double p99Micros, double maxMicros) {

  /// Of errors in nanoseconds, at least one.
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
