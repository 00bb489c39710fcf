package dev.goodput.report.terminal;

import dev.goodput.metrics.chart.LevelChartData.LogHistogram;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Small drawings of one line.
final class Sparkline {
  private static final String BLOCKS = "▁▂▃▄▅▆▇█";

  private Sparkline() {}

  /// One block per value, from the smallest to the largest; a blank where there is none.
  static String of(List<@Nullable Double> values) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (Double value : values) {
      if (value != null) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }
    StringBuilder line = new StringBuilder();
    for (Double value : values) {
      line.append(value == null ? ' ' : block(high > low ? (value - low) / (high - low) : 0));
    }
    return line.toString();
  }

  /// A histogram squeezed into that many columns; every column with a value shows.
  static String of(LogHistogram histogram, int columns) {
    int bins = histogram.counts().size();
    int width = Math.min(columns, bins);
    long[] sums = new long[width];
    long most = 1;
    for (int bin = 0; bin < bins; bin++) {
      int column = (int) ((long) bin * width / bins);
      sums[column] += histogram.counts().get(bin);
      most = Math.max(most, sums[column]);
    }
    StringBuilder line = new StringBuilder();
    for (long sum : sums) {
      line.append(sum == 0 ? ' ' : block((double) sum / most));
    }
    return line.toString();
  }

  private static char block(double share) {
    return BLOCKS.charAt((int) Math.min(7, Math.floor(share * 8)));
  }
}
