package dev.goodput.metrics.analysis;

import dev.goodput.metrics.result.LevelResult;
import java.util.Optional;

/// Finds whether requests pile up, at a server or behind a cap, as an open loop of one rate outruns
/// what answers it.
///
/// A server that keeps up fills at first, and its queue wanders by chance. So three things have to
/// hold together: requests in flight grow from each quarter of the run to the next; by more than
/// chance explains, as arrivals and answers of `n` requests differ by about `√(2n)`; and the waits
/// of those who were answered grow with them, by half of what Little's law asks or more. Where
/// answers are only long nobody waits longer.
final class Backlogs {
  /// So many standard deviations are no chance.
  private static final double BEYOND_CHANCE = 3;

  private static final double LITTLE_SHARE = 0.5;

  private Backlogs() {}

  /// @param inFlight requests in flight over time
  /// @param arrivals first attempts by their start
  /// @param waits until the first word of those who were answered, by their start
  /// @param begin when the level began
  /// @param end its last start
  /// @param answeredEnd the last start of those who were answered: of a level that was cut short
  ///   the others would hold only those who waited least
  static Optional<LevelResult.Backlog> find(
      InFlightBuckets inFlight,
      TimeBuckets arrivals,
      TimeBuckets waits,
      long begin,
      long end,
      long answeredEnd) {
    Quarters held = Quarters.of(inFlight::mean, begin, end);
    Quarters waited = Quarters.of(waits::mean, begin, answeredEnd);
    boolean grow = held.grow() && waited.growFromSecond();
    if (!grow || held.growthOverHalf() < BEYOND_CHANCE * chance(arrivals, begin, end)) {
      return Optional.empty();
    }
    double heldPerNano = held.growthOverHalf() / (end - begin);
    double waitPerNano = waited.growthOverHalf() / (answeredEnd - begin);
    double rate = (double) arrivals.countBetween(begin, end) / (end - begin);
    return rate * waitPerNano < LITTLE_SHARE * heldPerNano
        ? Optional.empty()
        : Optional.of(new LevelResult.Backlog(held.first(), held.fourth()));
  }

  /// The standard deviation of what arrivals and answers of half of the time differ by, where both
  /// go on at one rate: arrivals as they came, bursts included, answers as by chance.
  private static double chance(TimeBuckets arrivals, long begin, long end) {
    double half = arrivals.countBetween(begin, end) / 2.0;
    return Math.sqrt(half * (1 + Math.max(1, arrivals.dispersion(begin, end))));
  }

  /// Means over the quarters of a stretch of time; NaN where a quarter holds nothing.
  private record Quarters(double first, double second, double third, double fourth) {
    /// What grows evenly from nothing grows by two fifths from the third quarter to the last.
    private static final double GROWTH = 1.2;

    /// Means by quarter of what a stretch of time holds.
    interface Mean {
      /// The mean from a moment to before another, NaN where nothing is there.
      double of(long from, long to);
    }

    static Quarters of(Mean mean, long begin, long end) {
      long length = (end - begin) / 4 + 1;
      return new Quarters(
          mean.of(begin, begin + length),
          mean.of(begin + length, begin + 2 * length),
          mean.of(begin + 2 * length, begin + 3 * length),
          mean.of(begin + 3 * length, begin + 4 * length));
    }

    /// Whether each quarter is well above the one before, from the third on.
    boolean growFromSecond() {
      return third > GROWTH * second && fourth > GROWTH * third;
    }

    /// Whether each quarter is well above the one before.
    boolean grow() {
      return second > GROWTH * first && growFromSecond();
    }

    /// By how much it grew over half of the time, from the middle of one quarter to that of
    /// another.
    double growthOverHalf() {
      return fourth - second;
    }
  }
}
