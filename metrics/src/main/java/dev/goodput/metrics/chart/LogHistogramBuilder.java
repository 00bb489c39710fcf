package dev.goodput.metrics.chart;

import dev.goodput.metrics.chart.LevelChartData.LogHistogram;
import java.util.ArrayList;
import java.util.List;

/// Counts of durations on a logarithmic axis: 20 bins per decade, from 1 µs to 10,000 s.
final class LogHistogramBuilder {
  private static final int PER_DECADE = 20;
  private static final double LOWEST_MILLIS = 1e-3;
  private static final int BINS = 10 * PER_DECADE;

  private final long[] counts = new long[BINS];

  void add(double nanos) {
    counts[bin(nanos / 1e6)]++;
  }

  private static int bin(double millis) {
    if (millis <= LOWEST_MILLIS) {
      return 0;
    }
    return (int) Math.min(BINS - 1, Math.floor(Math.log10(millis / LOWEST_MILLIS) * PER_DECADE));
  }

  /// Returns the bins from the first to the last non-empty one.
  LogHistogram build() {
    int first = 0;
    int last = BINS - 1;
    while (first < BINS && counts[first] == 0) {
      first++;
    }
    while (last > first && counts[last] == 0) {
      last--;
    }
    List<Double> edges = new ArrayList<>();
    List<Long> held = new ArrayList<>();
    for (int i = first; i <= last && first < BINS; i++) {
      edges.add(edge(i));
      held.add(counts[i]);
    }
    if (!held.isEmpty()) {
      edges.add(edge(last + 1));
    }
    return new LogHistogram(edges, held);
  }

  private static double edge(int bin) {
    return LOWEST_MILLIS * Math.pow(10, (double) bin / PER_DECADE);
  }
}
