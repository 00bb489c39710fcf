package dev.goodput.lab;

import dev.goodput.wire.NanoClock;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/// Rounds of the same work, until it no longer gets cheaper and the compiler has nothing left to
/// do, or the time is over.
///
/// The compiler counts too: code that it hands over after the last round runs for the first time
/// under real load, and there it may find a guess wrong and fall back, for a millisecond.
///
/// @param mostNanos the most time for all rounds
/// @param clock how long it all takes
/// @param workNanos what the work has cost so far
/// @param compilingNanos how long the compiler has worked so far
record WarmUpRounds(
    long mostNanos, NanoClock clock, LongSupplier workNanos, LongSupplier compilingNanos) {
  private static final int LEAST_ROUNDS = 4;

  /// Rounds in a row that were no cheaper.
  private static final int FLAT_ROUNDS = 2;

  /// A round that costs more than this share of the best one before is no cheaper.
  private static final double FLAT = 0.93;

  /// The compiler is busy that works for more than this share of a round.
  private static final double BUSY = 0.1;

  /// @param round is given what tells the time left, in nanoseconds, and tells whether it makes
  ///   sense to go on
  /// @return how many rounds there were
  int run(Predicate<LongSupplier> round) {
    Spent begin = spent();
    Spent before = begin;
    long best = Long.MAX_VALUE;
    int flat = 0;
    int rounds = 0;
    boolean goOn = true;
    while (goOn && before.wall - begin.wall < mostNanos) {
      goOn = round.test(() -> mostNanos - (clock.nanoTime() - begin.wall));
      Spent after = spent();
      long work = after.work - before.work;
      flat = work > best * FLAT && !after.busySince(before) ? flat + 1 : 0;
      best = Math.min(best, work);
      before = after;
      rounds++;
      goOn &= rounds < LEAST_ROUNDS || flat < FLAT_ROUNDS;
    }
    return rounds;
  }

  private Spent spent() {
    return new Spent(clock.nanoTime(), workNanos.getAsLong(), compilingNanos.getAsLong());
  }

  private record Spent(long wall, long work, long compiling) {
    boolean busySince(Spent before) {
      return compiling - before.compiling > (wall - before.wall) * BUSY;
    }
  }
}
