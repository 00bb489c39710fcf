package dev.goodput.runner.fleet;

import dev.goodput.history.SharedClock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// What is known of a worker's clocks: rounds of exchanges, and the best exchange of each round.
///
/// An exchange notes the coordinator's clock before and after, and the worker's clock in between.
/// The worker's clock was read somewhere between the two, so the offset from the middle is wrong by
/// at most half of the round trip.
///
/// Guarded by its owner.
final class ClockEstimates {
  /// The exchanges of a round. Under load one exchange in a few is quick.
  static final int EXCHANGES = 16;

  /// How much two clocks may drift apart, as a share. Crystals differ by less than 50 ppm each.
  private static final double MAX_DRIFT = 1e-4;

  private final List<Estimate> rounds = new ArrayList<>();
  private final List<Estimate> exchanges = new ArrayList<>();

  /// An offset of a worker's clocks.
  ///
  /// @param atNanos when, by the coordinator's monotonic clock
  /// @param offsetNanos the worker's monotonic clock less the coordinator's
  /// @param boundNanos by how much both offsets may be wrong at that moment
  /// @param wallOffsetNanos the worker's wall clock less the coordinator's
  record Estimate(long atNanos, long offsetNanos, long boundNanos, long wallOffsetNanos) {
    /// @param sentNanos the coordinator's clock before
    /// @param receivedNanos the coordinator's clock after
    /// @param receivedWallNanos the coordinator's wall clock after
    /// @param remoteNanos the worker's clock
    /// @param remoteWallNanos the worker's wall clock
    static Estimate of(
        long sentNanos,
        long receivedNanos,
        long receivedWallNanos,
        long remoteNanos,
        long remoteWallNanos) {
      long half = (receivedNanos - sentNanos) / 2;
      long middle = sentNanos + half;
      return new Estimate(
          middle,
          remoteNanos - middle,
          receivedNanos - sentNanos - half,
          remoteWallNanos - (receivedWallNanos - half));
    }

    /// Returns by how much both offsets may be wrong at another moment, after the drift until then.
    private double boundAt(long nanos) {
      return boundNanos + Math.abs(nanos - atNanos) * MAX_DRIFT;
    }
  }

  /// Adds an exchange.
  ///
  /// @return whether the round is complete
  boolean add(Estimate exchange) {
    exchanges.add(exchange);
    if (exchanges.size() < EXCHANGES) {
      return false;
    }
    rounds.add(
        exchanges.stream().min(Comparator.comparingLong(Estimate::boundNanos)).orElseThrow());
    exchanges.clear();
    return true;
  }

  /// Drops the exchanges of a round that has not ended.
  void restart() {
    exchanges.clear();
  }

  /// Returns the number of complete rounds.
  int rounds() {
    return rounds.size();
  }

  /// Returns the estimate that is the most exact at a moment by the coordinator's clock; empty
  /// before the end of the first round.
  Optional<Estimate> at(long nanos) {
    return rounds.stream().min(Comparator.comparingDouble(each -> each.boundAt(nanos)));
  }

  /// Returns what is known, for a worker's manifest; its bound is that of the moment.
  ///
  /// @param run the id of the run
  /// @param nanos a moment by the coordinator's clock: that of the start
  Optional<SharedClock> shared(String run, long nanos) {
    return at(nanos)
        .map(best ->
            new SharedClock(
                run,
                best.offsetNanos(),
                (long) Math.ceil(best.boundAt(nanos)),
                best.wallOffsetNanos(),
                driftPpm(),
                rounds.size()));
  }

  /// Returns how much faster the worker's clock ran, in parts per million; 0 after one round.
  private double driftPpm() {
    Estimate first = rounds.getFirst();
    Estimate last = rounds.getLast();
    long between = last.atNanos() - first.atNanos();
    return between == 0 ? 0 : 1e6 * (last.offsetNanos() - first.offsetNanos()) / between;
  }
}
