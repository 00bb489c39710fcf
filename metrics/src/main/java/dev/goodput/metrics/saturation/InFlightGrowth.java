package dev.goodput.metrics.saturation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Whether requests in flight grow as long as a level of one rate goes on, once it is filled: from
/// each quarter of the time in which requests begin to the next, and between its halves by more
/// than three times what chance explains, as arrivals and answers of `n` requests differ by about
/// `√(2n)`. The first three times that the first tenth of the requests took is left out: a server
/// that keeps up fills then too.
///
/// A backlog of a bench ([dev.goodput.metrics.LevelResult.Backlog]) asks for more: that waits for
/// the first word grow as well. Here a batch that only grows fuller is on its way to saturation.
public final class InFlightGrowth {
  /// So many times as long as an answer takes a level needs to fill.
  public static final double FILLS = 3;

  private static final int QUARTERS = 4;
  private static final double BEYOND_CHANCE = 3;
  private static final int SAMPLES = 400;
  private static final int TENTH = 10;

  private final List<Stay> stays = new ArrayList<>();

  private record Stay(long begin, long end) {}

  InFlightGrowth() {}

  void add(long startNanos, long endNanos) {
    stays.add(new Stay(startNanos, endNanos));
  }

  boolean grows() {
    if (stays.size() < TENTH) {
      return false;
    }
    stays.sort(Comparator.comparingLong(Stay::begin));
    long first = stays.getFirst().begin();
    long last = stays.getLast().begin();
    double from = first + FILLS * firstAnswers();
    if (from > (first + last) / 2.0) {
      return false;
    }
    long begun = stays.stream().filter(stay -> stay.begin() >= from).count();
    return grows(quarters(from, last), begun);
  }

  /// How long the first tenth of the requests took on average.
  private double firstAnswers() {
    return stays.stream()
        .limit(Math.max(TENTH, stays.size() / TENTH))
        .mapToLong(stay -> stay.end() - stay.begin())
        .average()
        .orElse(0);
  }

  private double[] quarters(double from, long until) {
    long[] begins = stays.stream().mapToLong(Stay::begin).sorted().toArray();
    long[] ends = stays.stream().mapToLong(Stay::end).sorted().toArray();
    double[] quarters = new double[QUARTERS];
    int begun = 0;
    int ended = 0;
    for (int i = 0; i < SAMPLES; i++) {
      double at = from + (i + .5) * (until - from) / SAMPLES;
      while (begun < begins.length && begins[begun] <= at) {
        begun++;
      }
      while (ended < ends.length && ends[ended] <= at) {
        ended++;
      }
      quarters[i * QUARTERS / SAMPLES] += (double) (begun - ended) * QUARTERS / SAMPLES;
    }
    return quarters;
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
