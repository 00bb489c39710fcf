package dev.goodput.metrics;

import java.util.stream.LongStream;

/// Amounts over time in a fixed number of slices, whose length doubles whenever time outgrows them.
final class TimeBuckets {
  static final int CAPACITY = 8192;
  private static final long FIRST_WIDTH_NANOS = 1_000_000;

  private final long origin;
  private final long[] sums = new long[CAPACITY];
  private final long[] counts = new long[CAPACITY];
  private long width = FIRST_WIDTH_NANOS;

  TimeBuckets(long origin) {
    this.origin = origin;
  }

  void add(long nanos, long amount) {
    while ((nanos - origin) / width >= CAPACITY) {
      halve();
    }
    int bucket = (int) Math.max(0, (nanos - origin) / width);
    sums[bucket] += amount;
    counts[bucket]++;
  }

  private void halve() {
    width *= 2;
    for (int i = 0; i < CAPACITY; i++) {
      int from = 2 * i;
      sums[i] = from < CAPACITY ? sums[from] + sums[from + 1] : 0;
      counts[i] = from < CAPACITY ? counts[from] + counts[from + 1] : 0;
    }
  }

  long widthNanos() {
    return width;
  }

  long beginNanos(int bucket) {
    return origin + bucket * width;
  }

  long sum(int bucket) {
    return sums[bucket];
  }

  long count(int bucket) {
    return counts[bucket];
  }

  /// How many entries there are.
  long total() {
    return LongStream.of(counts).sum();
  }

  /// The end of the last slice such that the slices from `from` to it hold at most `limit` entries;
  /// at least one slice.
  long endOfFirst(long from, long limit) {
    long held = 0;
    int first = (int) Math.min(CAPACITY - 1, Math.max(0, (from - origin) / width));
    for (int i = first; i < CAPACITY; i++) {
      held += counts[i];
      if (held > limit) {
        return beginNanos(Math.max(first + 1, i));
      }
    }
    return Long.MAX_VALUE;
  }
}
