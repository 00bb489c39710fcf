package dev.goodput.metrics.analysis;

import java.util.Arrays;

/// The requests between start and end over a period: mean and peak.
///
/// The mean is exact. The peak is exact up to 100,000 requests; beyond, it is the largest number at
/// 65,536 evenly spaced times, in constant memory.
final class ConcurrencyTally {
  private static final int EXACT_LIMIT = 100_000;
  private static final int MOMENTS = 65_536;

  private final long begin;
  private final long end;
  private final int[] steps = new int[MOMENTS + 1];
  private long[] starts = new long[64];
  private long[] ends = new long[64];
  private int held;
  private boolean exact = true;
  private double inFlightNanos;

  ConcurrencyTally(long begin, long end) {
    this.begin = begin;
    this.end = end;
  }

  void add(long startNanos, long endedNanos) {
    long from = Math.max(begin, startNanos);
    long to = Math.min(end, endedNanos);
    if (from > to) {
      return;
    }
    inFlightNanos += to - from;
    steps[momentFrom(from)]++;
    steps[momentFrom(to)]--;
    hold(from, to);
  }

  /// Returns the first of the times that is not before a stamp.
  private int momentFrom(long nanos) {
    if (end == begin) {
      return 0;
    }
    return (int) Math.ceil((double) (nanos - begin) / (end - begin) * MOMENTS);
  }

  private void hold(long from, long to) {
    if (!exact) {
      return;
    }
    if (held == EXACT_LIMIT) {
      exact = false;
      starts = new long[0];
      ends = new long[0];
      return;
    }
    if (held == starts.length) {
      starts = Arrays.copyOf(starts, Math.min(EXACT_LIMIT, held * 2));
      ends = Arrays.copyOf(ends, Math.min(EXACT_LIMIT, held * 2));
    }
    starts[held] = from;
    ends[held++] = to;
  }

  /// Returns the time-weighted mean; 0 for an empty period.
  double mean() {
    return end <= begin ? 0 : inFlightNanos / (end - begin);
  }

  /// Returns the peak. A request that starts when another ends does not overlap it.
  long peak() {
    return exact ? exactPeak() : sampledPeak();
  }

  private long exactPeak() {
    Arrays.sort(starts, 0, held);
    Arrays.sort(ends, 0, held);
    int ended = 0;
    long peak = 0;
    for (int started = 0; started < held; started++) {
      while (ends[ended] <= starts[started] && ended < started) {
        ended++;
      }
      peak = Math.max(peak, started + 1 - ended);
    }
    return peak;
  }

  private long sampledPeak() {
    long inFlight = 0;
    long peak = 0;
    for (int step : steps) {
      inFlight += step;
      peak = Math.max(peak, inFlight);
    }
    return peak;
  }
}
