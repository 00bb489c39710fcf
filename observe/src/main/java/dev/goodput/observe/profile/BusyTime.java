package dev.goodput.observe.profile;

import java.util.Arrays;

/// The union of intervals that arrive in any order, in bounded memory.
///
/// Starts and ends are sorted apart: a new interval of the union begins exactly where a start is
/// after the end of the same rank minus one. If more than [#MAX] intervals are apart, the shortest
/// gaps are closed, and [#resolution] is their length.
final class BusyTime {
  /// Intervals kept at most.
  static final int MAX = 1 << 20;

  private static final int FIRST = 1 << 10;
  private static final long FIRST_RESOLUTION = 1_000;

  private final int most;
  private long[] starts = new long[FIRST];
  private long[] ends = new long[FIRST];
  private int count;
  private long resolution;

  BusyTime() {
    this(MAX);
  }

  /// @param most intervals kept at most, a power of two of at least 1,024
  BusyTime(int most) {
    this.most = most;
  }

  /// Adds an interval, in nanoseconds.
  void add(long start, long end) {
    if (count == starts.length) {
      makeRoom();
    }
    starts[count] = start;
    ends[count++] = Math.max(start, end);
  }

  private void makeRoom() {
    merge();
    if (count <= starts.length / 2) {
      return;
    }
    if (starts.length < most) {
      starts = Arrays.copyOf(starts, 2 * starts.length);
      ends = Arrays.copyOf(ends, 2 * ends.length);
      return;
    }
    while (count > most / 2) {
      resolution = Math.max(FIRST_RESOLUTION, 2 * resolution);
      merge();
    }
  }

  private void merge() {
    Arrays.sort(starts, 0, count);
    Arrays.sort(ends, 0, count);
    int merged = 0;
    for (int i = 0; i < count; i++) {
      if (i > 0 && starts[i] - ends[i - 1] <= resolution) {
        ends[merged - 1] = ends[i];
      } else {
        starts[merged] = starts[i];
        ends[merged++] = ends[i];
      }
    }
    count = merged;
  }

  /// Returns the length up to which gaps were closed, in nanoseconds; 0 if none were.
  long resolution() {
    return resolution;
  }

  /// Returns the earliest start. At least one interval was added.
  long first() {
    merge();
    return starts[0];
  }

  /// Returns the latest end. At least one interval was added.
  long last() {
    merge();
    return ends[count - 1];
  }

  /// Returns the union over a span that includes all intervals, as one device's timeline.
  Profile.Timeline timeline(long from, long to) {
    merge();
    long busy = 0;
    long longGaps = 0;
    long longGapNanos = 0;
    long longest = 0;
    long before = from;
    for (int i = 0; i <= count; i++) {
      long gap = (i < count ? starts[i] : to) - before;
      longest = Math.max(longest, gap);
      if (gap >= Profile.Timeline.LONG_GAP_NANOS) {
        longGaps++;
        longGapNanos += gap;
      }
      if (i < count) {
        busy += ends[i] - starts[i];
        before = ends[i];
      }
    }
    return new Profile.Timeline(1, to - from, busy, longGaps, longGapNanos, longest);
  }
}
