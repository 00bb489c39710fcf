package dev.goodput.operate.review;

import java.time.Duration;
import java.time.Instant;

/// The time that a review covers.
///
/// @param from its start
/// @param until its end, exclusive
public record ReviewPeriod(Instant from, Instant until) {
  /// The most steps of a trend, with the period before.
  private static final int MAX_STEPS = 300;

  private static final int[] STEP_HOURS = {1, 2, 3, 4, 6, 8, 12, 24};

  /// Returns its length.
  public Duration length() {
    return Duration.between(from, until);
  }

  /// Returns the period of the same length before it.
  public ReviewPeriod before() {
    return new ReviewPeriod(from.minus(length()), from);
  }

  /// Returns the length of a step of its trends, which divides a day.
  public Duration step() {
    for (int hours : STEP_HOURS) {
      if (2 * length().toHours() <= (long) MAX_STEPS * hours) {
        return Duration.ofHours(hours);
      }
    }
    return Duration.ofDays(1);
  }

  boolean holds(long millis) {
    return millis >= from.toEpochMilli() && millis < until.toEpochMilli();
  }

  /// Returns how much of it is between two moments.
  Duration overlap(Instant start, Instant end) {
    Instant first = start.isAfter(from) ? start : from;
    Instant last = end.isBefore(until) ? end : until;
    return first.isBefore(last) ? Duration.between(first, last) : Duration.ZERO;
  }
}
