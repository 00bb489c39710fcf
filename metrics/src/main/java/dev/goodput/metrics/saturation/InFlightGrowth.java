package dev.goodput.metrics.saturation;

import dev.goodput.record.RequestSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A test whether the number of sessions in flight (requests, if each has one turn) keeps growing
/// during a level of one rate, after an initial filling phase. It grows if:
///
/// - it rises from each quarter of the arrival time to the next, and
/// - its halves differ by more than three times what chance explains, as starts and ends of `n`
///   sessions differ by about `√(2n)`.
///
/// The filling phase lasts three times as long as the first tenth of the sessions took on average,
/// and is excluded: the number rises then even if the server keeps up. A session whose last request
/// succeeded and that has further turns counts as in flight until the level ends.
///
/// The backlog of a bench ([dev.goodput.metrics.result.LevelResult.Backlog]) also requires that
/// waits for the first token grow. Here it does not matter, because a batch that only fills up is
/// on its way to saturation.
public final class InFlightGrowth {
  /// The filling phase, in multiples of a session's duration.
  public static final double FILLS = 3;

  private static final int QUARTERS = 4;
  private static final double BEYOND_CHANCE = 3;
  private static final int SAMPLES = 400;
  private static final int TENTH = 10;

  private final List<Stay> alone = new ArrayList<>();
  private final Map<Long, Stay> bySession = new HashMap<>();
  private List<Stay> stays = List.of();

  /// @param more whether it would have continued if the level had not ended
  private record Stay(long begin, long end, boolean more) {
    Stay and(Stay other) {
      return new Stay(
          Math.min(begin, other.begin),
          Math.max(end, other.end),
          end > other.end ? more : other.more);
    }

    /// A user who is thinking when the level ends has not left.
    Stay until(long last) {
      return more && end < last ? new Stay(begin, last, true) : this;
    }
  }

  InFlightGrowth() {}

  void add(RequestSpec requested, boolean ok, long startNanos, long endNanos) {
    Stay stay = new Stay(startNanos, endNanos, ok && requested.turn() + 1 < requested.turns());
    if (requested.turns() == 1) {
      alone.add(stay);
    } else {
      bySession.merge(requested.session(), stay, Stay::and);
    }
  }

  Growth growth() {
    alone.addAll(bySession.values());
    bySession.clear();
    if (alone.size() < TENTH) {
      return Growth.UNDECIDED;
    }
    long first = alone.stream().mapToLong(Stay::begin).min().orElseThrow();
    long last = alone.stream().mapToLong(Stay::begin).max().orElseThrow();
    stays =
        alone.stream()
            .map(stay -> stay.until(last))
            .sorted(Comparator.comparingLong(Stay::begin))
            .toList();
    double from = first + FILLS * firstStays();
    if (from > (first + last) / 2.0) {
      return Growth.UNDECIDED;
    }
    long begun = stays.stream().filter(stay -> stay.begin() >= from).count();
    return grows(quarters(from, last), begun) ? Growth.SEEN : Growth.NONE;
  }

  /// Returns the mean duration of the first tenth of the sessions.
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

  /// Applies the rule.
  ///
  /// @param quarters mean sessions in flight in each quarter of the time
  /// @param arrivals sessions that started in that time
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
