package dev.goodput.metrics.analysis;

import java.util.stream.LongStream;

/// Amounts over time in a fixed number of slices, whose length doubles whenever time exceeds them.
final class TimeBuckets {
  static final int CAPACITY = 8192;
  private static final int PARTS = 32;
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

  /// The begin of the slice that holds this moment, which is no earlier than the origin.
  long sliceNanos(long nanos) {
    return origin + (nanos - origin) / width * width;
  }

  long sum(int bucket) {
    return sums[bucket];
  }

  long count(int bucket) {
    return counts[bucket];
  }

  /// The mean amount of the entries in the slices that begin from `from` to before `to`; NaN where
  /// there are none.
  double mean(long from, long to) {
    long held = 0;
    double sum = 0;
    for (int i = 0; i < CAPACITY; i++) {
      boolean within = beginNanos(i) >= from && beginNanos(i) < to;
      held += within ? counts[i] : 0;
      sum += within ? sums[i] : 0;
    }
    return held == 0 ? Double.NaN : sum / held;
  }

  /// How many entries are in the slices that begin from `from` to before `to`.
  long countBetween(long from, long to) {
    long held = 0;
    for (int i = 0; i < CAPACITY; i++) {
      held += beginNanos(i) >= from && beginNanos(i) < to ? counts[i] : 0;
    }
    return held;
  }

  /// Returns variance ÷ mean of the entries in equal parts of a time span; NaN if it has none.
  double dispersion(long from, long to) {
    double mean = 0;
    double squares = 0;
    for (int part = 0; part < PARTS; part++) {
      long count =
          countBetween(from + (to - from) * part / PARTS, from + (to - from) * (part + 1) / PARTS);
      mean += (double) count / PARTS;
      squares += (double) count * count / PARTS;
    }
    return (squares - mean * mean) / mean;
  }

  /// The end of the last slice up to which there are no more than half of the entries; the origin
  /// where the first slice alone holds more.
  long endOfHalf() {
    long total = LongStream.of(counts).sum();
    long held = 0;
    int bucket = 0;
    while (bucket < CAPACITY && 2 * (held + counts[bucket]) <= total) {
      held += counts[bucket];
      bucket++;
    }
    return beginNanos(bucket);
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
