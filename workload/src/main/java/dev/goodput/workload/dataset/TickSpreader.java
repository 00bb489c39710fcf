package dev.goodput.workload.dataset;

import dev.goodput.workload.random.RandomStream;
import java.util.Arrays;

/// The spreading of recorded times that are only known to a coarse tick.
///
/// Times count as coarse if the median distance between different times is a second or more and
/// most requests share their time with another. The requests of a tick are then placed uniformly at
/// random in the time until the next tick (at most the median distance), in their recorded order:
/// within a tick they arrive as in a Poisson process with that many arrivals.
final class TickSpreader {
  private static final long COARSE_NANOS = 1_000_000_000L;

  private TickSpreader() {}

  /// Returns the tick's width, 0 if times are not coarse.
  static long width(long[] times) {
    long[] gaps = new long[times.length];
    int distinct = 0;
    for (int i = 1; i < times.length; i++) {
      if (times[i] > times[i - 1]) {
        gaps[distinct++] = times[i] - times[i - 1];
      }
    }
    if (distinct == 0 || 2 * (distinct + 1) > times.length) {
      return 0;
    }
    Arrays.sort(gaps, 0, distinct);
    long median = gaps[distinct / 2];
    return median >= COARSE_NANOS ? median : 0;
  }

  /// Returns the spread times for the given width of the tick.
  static long[] spread(long[] times, long width, RandomStream random) {
    long[] spread = new long[times.length];
    int begin = 0;
    while (begin < times.length) {
      int end = begin + 1;
      while (end < times.length && times[end] == times[begin]) {
        end++;
      }
      long room = end < times.length ? Math.min(width, times[end] - times[begin]) : width;
      for (int i = begin; i < end; i++) {
        spread[i] = times[begin] + (long) (random.nextDouble() * room);
      }
      Arrays.sort(spread, begin, end);
      begin = end;
    }
    return spread;
  }
}
