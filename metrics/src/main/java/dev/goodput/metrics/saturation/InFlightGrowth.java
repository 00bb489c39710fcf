package dev.goodput.metrics.saturation;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Whether sessions in flight (requests, where each has one turn) grow as long as a level of one
/// rate goes on, once it is filled: from each quarter of the time in which sessions begin to the
/// next, and between its halves by more than three times what chance explains, as beginnings and
/// ends of `n` sessions differ by about `√(2n)`. The first three times that the first tenth of them
/// took is left out: a server that keeps up fills then too.
///
/// A backlog of a bench ([dev.goodput.metrics.LevelResult.Backlog]) asks for more: that waits for
/// the first word grow as well. Here a batch that only grows fuller is on its way to saturation.
public final class InFlightGrowth {
  /// So many times as long as a session takes a level needs to fill.
  public static final double FILLS = 3;

  private static final int QUARTERS = 4;
  private static final double BEYOND_CHANCE = 3;
  private static final int SAMPLES = 400;
  private static final int TENTH = 10;

  private final Map<Long, Stay> bySession = new HashMap<>();
  private List<Stay> stays = List.of();

  private record Stay(long begin, long end) {
    Stay and(Stay other) {
      return new Stay(Math.min(begin, other.begin), Math.max(end, other.end));
    }
  }

  InFlightGrowth() {}

  void add(long session, long startNanos, long endNanos) {
    bySession.merge(session, new Stay(startNanos, endNanos), Stay::and);
  }

  Growth growth() {
    stays = bySession.values().stream().sorted(Comparator.comparingLong(Stay::begin)).toList();
    if (stays.size() < TENTH) {
      return Growth.UNTOLD;
    }
    long first = stays.getFirst().begin();
    long last = stays.getLast().begin();
    double from = first + FILLS * firstStays();
    if (from > (first + last) / 2.0) {
      return Growth.UNTOLD;
    }
    long begun = stays.stream().filter(stay -> stay.begin() >= from).count();
    return grows(quarters(from, last), begun) ? Growth.SEEN : Growth.NONE;
  }

  /// How long the first tenth of the sessions took on average.
  private double firstStays() {
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
  /// @param quarters mean sessions in flight in each quarter of the time
  /// @param arrivals how many sessions began in it
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
