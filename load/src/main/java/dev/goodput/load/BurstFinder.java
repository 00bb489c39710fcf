package dev.goodput.load;

import org.jspecify.annotations.Nullable;

/// Finds bursts in one loop's part of a schedule, in the order in which it is read ahead. On the
/// feeder.
final class BurstFinder {
  /// Arrivals this close together belong to one burst.
  private static final long WITHIN_NANOS = 1_000_000;

  /// Fewer arrivals are no burst.
  private static final int LEAST = 10;

  private long beginNanos = Long.MIN_VALUE;
  private int arrivals;
  private int sessions;
  private boolean reported;

  /// Whether a session arrives together with the one before it.
  boolean continues(PlannedSession next) {
    return arrivals > 0 && next.offsetNanos() - beginNanos <= WITHIN_NANOS;
  }

  /// Adds the next session, which does not continue a burst that was not yet taken.
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

  /// The burst as far as it is known, null where there is none or nothing was added to it since.
  @Nullable Burst take() {
    if (reported || arrivals < LEAST) {
      return null;
    }
    reported = true;
    return new Burst(beginNanos, arrivals, sessions);
  }
}
