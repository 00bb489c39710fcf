package dev.goodput.metrics.saturation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Whether requests in flight grow as long as a level of one rate goes on: from each quarter of the
/// time in which requests begin to the next, and between its halves by more than three times what
/// chance explains, as arrivals and answers of `n` requests differ by about `√(2n)`.
///
/// A backlog of a bench ([dev.goodput.metrics.LevelResult.Backlog]) asks for more: that waits for
/// the first word grow as well. Here a batch that only grows fuller is on its way to saturation.
public final class InFlightGrowth {
  private static final int QUARTERS = 4;
  private static final double BEYOND_CHANCE = 3;
  private static final int SAMPLES = 400;

  private final List<Long> starts = new ArrayList<>();
  private final List<Long> ends = new ArrayList<>();

  InFlightGrowth() {}

  void add(long startNanos, long endNanos) {
    starts.add(startNanos);
    ends.add(endNanos);
  }

  boolean grows() {
    if (starts.size() < QUARTERS) {
      return false;
    }
    Collections.sort(starts);
    Collections.sort(ends);
    double[] quarters = new double[QUARTERS];
    int begun = 0;
    int ended = 0;
    long first = starts.getFirst();
    double step = (double) (starts.getLast() - first) / SAMPLES;
    for (int i = 0; i < SAMPLES; i++) {
      long at = first + Math.round((i + .5) * step);
      while (begun < starts.size() && starts.get(begun) <= at) {
        begun++;
      }
      while (ended < ends.size() && ends.get(ended) <= at) {
        ended++;
      }
      quarters[i * QUARTERS / SAMPLES] += (double) (begun - ended) * QUARTERS / SAMPLES;
    }
    return grows(quarters, starts.size());
  }

  /// The rule.
  ///
  /// @param quarters mean requests in flight in each quarter of the time
  /// @param arrivals how many requests began in it
  public static boolean grows(double[] quarters, long arrivals) {
    for (int i = 1; i < QUARTERS; i++) {
      if (!(quarters[i] > quarters[i - 1])) {
        return false;
      }
    }
    double growth = (quarters[2] + quarters[3] - quarters[0] - quarters[1]) / 2;
    return growth > BEYOND_CHANCE * Math.sqrt((double) arrivals);
  }
}
