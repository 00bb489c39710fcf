package dev.goodput.metrics.analysis;

import dev.goodput.metrics.result.LevelResult;
import java.util.Optional;

/// A detector of requests that pile up, at a server or behind a cap, because an open loop of one
/// rate exceeds the capacity.
///
/// A server that keeps up fills at first, and its queue varies randomly. Three conditions must
/// therefore hold together:
/// - Requests in flight grow from each quarter of the run to the next.
/// - They grow by more than chance explains: arrivals and responses of `n` requests differ by about
///   `√(2n)`.
/// - The waits of answered requests grow with them, by at least half of what Little's law predicts.
///   If responses are only long, waits do not grow.
final class BacklogDetector {
  /// The number of standard deviations beyond which growth is not random.
  private static final double BEYOND_CHANCE = 3;

  private static final double LITTLE_SHARE = 0.5;

  private BacklogDetector() {}

  /// @param inFlight requests in flight over time
  /// @param arrivals first attempts by their start
  /// @param waits times to first token of answered requests, by their start
  /// @param begin when the level started
  /// @param end its last start
  /// @param answeredEnd the last start of an answered request; in a level that was cut short, later
  ///   requests would only include those that waited least
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

  /// Returns the standard deviation of the difference between arrivals and responses over half of
  /// the time, if both have the same rate: arrivals as they came, including bursts, responses as
  /// random.
  private static double chance(TimeBuckets arrivals, long begin, long end) {
    double half = arrivals.countBetween(begin, end) / 2.0;
    return Math.sqrt(half * (1 + Math.max(1, arrivals.dispersion(begin, end))));
  }

  /// Means over the quarters of a period; NaN for an empty quarter.
  private record Quarters(double first, double second, double third, double fourth) {
    /// Linear growth from zero is two fifths from the third quarter to the last.
    private static final double GROWTH = 1.2;

    /// A mean over a part of a period.
    interface Mean {
      /// Returns the mean from `from` until before `to`, NaN if there is nothing.
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

    /// Returns whether each quarter is well above the one before, from the third on.
    boolean growFromSecond() {
      return third > GROWTH * second && fourth > GROWTH * third;
    }

    /// Returns whether each quarter is well above the one before.
    boolean grow() {
      return second > GROWTH * first && growFromSecond();
    }

    /// Returns the growth over half of the time, from the middle of one quarter to that of another.
    double growthOverHalf() {
      return fourth - second;
    }
  }
}
