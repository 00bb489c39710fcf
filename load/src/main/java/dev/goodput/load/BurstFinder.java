package dev.goodput.load;

import org.jspecify.annotations.Nullable;

/// A detector of bursts in one loop's part of a schedule, in the order in which the schedule is
/// read ahead. Belongs to the feeder.
final class BurstFinder {
  /// Largest distance between the first and the last arrival of one burst.
  private static final long WITHIN_NANOS = 1_000_000;

  /// Fewest arrivals of a burst.
  private static final int LEAST = 10;

  private long beginNanos = Long.MIN_VALUE;
  private int arrivals;
  private int sessions;
  private boolean reported;

  /// Returns whether a session arrives together with the one before it.
  boolean continues(PlannedSession next) {
    return arrivals > 0 && next.offsetNanos() - beginNanos <= WITHIN_NANOS;
  }

  /// Adds the next session, which must not continue a burst that was already taken.
  void add(PlannedSession next) {
    if (!continues(next)) {
      beginNanos = next.offsetNanos();
      arrivals = 0;
      sessions = 0;
    }
    arrivals++;
    sessions += next.cumulative() && !next.later().isEmpty() ? 1 : 0;
    reported = false;
  }

  /// Returns the burst as far as it is known; null if there is none or nothing was added to it
  /// since the last call.
  @Nullable Burst take() {
    if (reported || arrivals < LEAST) {
      return null;
    }
    reported = true;
    return new Burst(beginNanos, arrivals, sessions);
  }
}
