package dev.goodput.lab;

import dev.goodput.wire.NanoClock;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/// Rounds of the same work, until they no longer get cheaper and the compiler is idle, or until the
/// time is up.
///
/// The compiler counts too. Code that it delivers after the last round runs for the first time
/// under real load, where it may hit a wrong speculation and deoptimize, for a millisecond.
///
/// @param maxNanos the most time for all rounds
/// @param clock the clock that times the rounds
/// @param workNanos the CPU time that the work has used so far
/// @param compilingNanos how long the compiler has worked so far
record WarmUpRounds(
    long maxNanos, NanoClock clock, LongSupplier workNanos, LongSupplier compilingNanos) {
  private static final int MIN_ROUNDS = 4;

  /// How many rounds in a row must be no cheaper.
  private static final int FLAT_ROUNDS = 2;

  /// A round is no cheaper if it costs more than this share of the best earlier round.
  private static final double FLAT = 0.93;

  /// The compiler is busy if it works for more than this share of a round.
  private static final double BUSY = 0.1;

  /// @param round takes a supplier of the time left, in nanoseconds, and returns whether to
  ///   continue
  /// @return how many rounds there were
  int run(Predicate<LongSupplier> round) {
    Spent begin = spent();
    Spent before = begin;
    long best = Long.MAX_VALUE;
    int flat = 0;
    int rounds = 0;
    boolean more = true;
    while (more && before.wall - begin.wall < maxNanos) {
      more = round.test(() -> maxNanos - (clock.nanoTime() - begin.wall));
      Spent after = spent();
      long work = after.work - before.work;
      flat = work > best * FLAT && !after.busySince(before) ? flat + 1 : 0;
      best = Math.min(best, work);
      before = after;
      rounds++;
      more &= rounds < MIN_ROUNDS || flat < FLAT_ROUNDS;
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
