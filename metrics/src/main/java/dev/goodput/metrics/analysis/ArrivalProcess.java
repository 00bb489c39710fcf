package dev.goodput.metrics.analysis;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// One arrival process over a window: rate, variation of gaps, dispersion of counts.
final class ArrivalProcess {
  private static final long SECOND_NANOS = 1_000_000_000L;

  private final long begin;
  private final int wholeSeconds;
  private final long gapsUntil;
  private long[] stamps = new long[64];
  private int held;
  private int[] perSecond = new int[16];
  private long count;
  private long first = Long.MAX_VALUE;
  private long last = Long.MIN_VALUE;

  ArrivalProcess(long begin, long end, long gapsUntil) {
    this.begin = begin;
    this.wholeSeconds = (int) Math.min(Integer.MAX_VALUE / 2, (end - begin) / SECOND_NANOS);
    this.gapsUntil = gapsUntil;
  }

  void add(long nanos) {
    count++;
    first = Math.min(first, nanos);
    last = Math.max(last, nanos);
    long second = (nanos - begin) / SECOND_NANOS;
    if (nanos >= begin && second < wholeSeconds) {
      countIn((int) second);
    }
    if (nanos < gapsUntil && held < ArrivalTally.GAPS_LIMIT) {
      hold(nanos);
    }
  }

  private void countIn(int second) {
    if (second >= perSecond.length) {
      perSecond = Arrays.copyOf(perSecond, Math.max(second + 1, perSecond.length * 2));
    }
    perSecond[second]++;
  }

  private void hold(long nanos) {
    if (held == stamps.length) {
      stamps = Arrays.copyOf(stamps, held * 2);
    }
    stamps[held++] = nanos;
  }

  /// Returns arrivals per second: one less than the arrivals over the time between the first and
  /// last.
  @Nullable Double rate() {
    return last <= first ? null : (count - 1) * 1e9 / (last - first);
  }

  /// Returns standard deviation ÷ mean of the gaps, null with fewer than two gaps.
  @Nullable Double gapCv() {
    if (held < 3) {
      return null;
    }
    Arrays.sort(stamps, 0, held);
    double mean = (double) (stamps[held - 1] - stamps[0]) / (held - 1);
    double squares = 0;
    for (int i = 1; i < held; i++) {
      double off = stamps[i] - stamps[i - 1] - mean;
      squares += off * off;
    }
    return mean <= 0 ? null : Math.sqrt(squares / (held - 1)) / mean;
  }

  /// Returns variance ÷ mean of the counts in whole slices of `seconds`, null with fewer than two.
  @Nullable Double dispersion(int seconds) {
    int slices = wholeSeconds / seconds;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < slices; i++) {
      double inSlice = 0;
      for (int j = i * seconds; j < (i + 1) * seconds && j < perSecond.length; j++) {
        inSlice += perSecond[j];
      }
      sum += inSlice;
      squares += inSlice * inSlice;
    }
    if (slices < 2 || sum == 0) {
      return null;
    }
    double mean = sum / slices;
    return (squares / slices - mean * mean) / mean;
  }
}
