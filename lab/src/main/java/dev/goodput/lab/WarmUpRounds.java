package dev.goodput.lab;

import dev.goodput.wire.NanoClock;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;

/// Rounds of the same work, until it no longer gets cheaper, at most three seconds.
///
/// @param clock how long it all takes
/// @param workNanos what the work has cost so far
record WarmUpRounds(NanoClock clock, LongSupplier workNanos) {
  private static final long MOST_NANOS = 3_000_000_000L;
  private static final int LEAST_ROUNDS = 4;

  /// Rounds in a row that were no cheaper.
  private static final int FLAT_ROUNDS = 2;

  /// A round that costs more than this share of the best one before is no cheaper.
  private static final double FLAT = 0.93;

  /// @param round is given the time left and tells whether it makes sense to go on
  /// @return how many rounds there were
  int run(LongPredicate round) {
    long end = clock.nanoTime() + MOST_NANOS;
    long best = Long.MAX_VALUE;
    long before = workNanos.getAsLong();
    int flat = 0;
    int rounds = 0;
    for (long left = MOST_NANOS; left > 0; left = end - clock.nanoTime()) {
      boolean goOn = round.test(left);
      rounds++;
      long after = workNanos.getAsLong();
      flat = after - before > best * FLAT ? flat + 1 : 0;
      best = Math.min(best, after - before);
      before = after;
      if (!goOn || (rounds >= LEAST_ROUNDS && flat >= FLAT_ROUNDS)) {
        break;
      }
    }
    return rounds;
  }
}
