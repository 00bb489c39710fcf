package dev.goodput.metrics.chart;

import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/// A collector of the latencies of one window. Up to 128 values are stored exactly; more go into a
/// coarse histogram, which is good enough for charts but never quoted.
final class LatencyTally {
  final Values ttft = new Values();
  final Values tpot = new Values();
  final Values e2el = new Values();

  LevelChartData.LatencyWindow build() {
    return new LevelChartData.LatencyWindow(ttft.build(), tpot.build(), e2el.build());
  }

  static final class Values {
    private static final int KEPT = 128;

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

    LevelChartData.Percentiles build() {
      return new LevelChartData.Percentiles(percentile(50), percentile(95), percentile(99));
    }

    private @Nullable Double percentile(int percent) {
      if (many != null) {
        return many.getValueAtPercentile(percent) / 1e6;
      }
      if (count == 0 || (percent > 50 && count * (100 - percent) < 100)) {
        return null;
      }
      Arrays.sort(few, 0, count);
      return few[(percent * count + 99) / 100 - 1] / 1e6;
    }
  }
}
