package dev.goodput.benchmark.gateway;

import java.util.Arrays;

/// Times in nanoseconds and their percentiles, by nearest rank.
final class Delays {
  private static final int FIRST_ROOM = 1024;

  private long[] nanos = new long[FIRST_ROOM];
  private int count;

  void add(long each) {
    if (count == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * count);
    }
    nanos[count++] = each;
  }

  int count() {
    return count;
  }

  /// NaN where there are none.
  double micros(double share) {
    if (count == 0) {
      return Double.NaN;
    }
    long[] sorted = Arrays.copyOf(nanos, count);
    Arrays.sort(sorted);
    return sorted[Math.max(0, (int) Math.ceil(share * count) - 1)] / 1e3;
  }
}
