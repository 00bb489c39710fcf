package dev.goodput.metrics.portrait;

import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/// A collector of one slice of time. Up to 64 values are stored exactly; more go into a coarse
/// histogram, which is good enough for charts but never quoted.
final class SliceTally {
  final Values ttft = new Values();
  final Values tpot = new Values();
  final Values e2el = new Values();
  long intended;
  long due;
  long ended;
  long failed;
  double outputTokens;
  double inFlightNanos;
  long judged;
  long good;

  LevelChartData.Slice build(long sliceNanos, boolean judging) {
    return new LevelChartData.Slice(
        ttft.percentile(50),
        ttft.percentile(95),
        ttft.percentile(99),
        tpot.percentile(50),
        tpot.percentile(95),
        tpot.percentile(99),
        e2el.percentile(50),
        e2el.percentile(95),
        e2el.percentile(99),
        intended,
        due,
        ended,
        failed,
        outputTokens,
        inFlightNanos / sliceNanos,
        judged,
        judging ? good : -1);
  }

  static final class Values {
    private static final int KEPT = 64;

    private long[] few = new long[4];
    private int count;
    private @Nullable Histogram many;

    void add(double nanos) {
      long value = Math.max(0, Math.round(nanos));
      if (many != null) {
        many.recordValue(value);
      } else if (count == KEPT) {
        Histogram spilled = new Histogram(2);
        for (long kept : few) {
          spilled.recordValue(kept);
        }
        spilled.recordValue(value);
        many = spilled;
      } else {
        few = count == few.length ? Arrays.copyOf(few, count * 2) : few;
        few[count++] = value;
      }
    }

    @Nullable Double percentile(int percent) {
      if (many != null) {
        return many.getValueAtPercentile(percent) / 1e6;
      }
      if (count == 0) {
        return null;
      }
      Arrays.sort(few, 0, count);
      return few[Math.max(1, (percent * count + 99) / 100) - 1] / 1e6;
    }
  }
}
