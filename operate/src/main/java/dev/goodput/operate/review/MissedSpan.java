package dev.goodput.operate.review;

import dev.goodput.operate.slo.ServiceObjective;
import java.time.Instant;

/// A time in which a burn-rate alert of an SLO would have fired, from the first to the last moment
/// that burnt the budget that fast.
///
/// @param sloClass the class of requests
/// @param slo its SLO
/// @param alert name of the alert with the shortest window that fired
/// @param severity its severity
/// @param from its start
/// @param until its end
/// @param requests judged requests that ended in it
/// @param bad those that were not good
/// @param failed those that failed
/// @param outage whether failures alone fired the alert
record MissedSpan(
    String sloClass,
    ServiceObjective slo,
    String alert,
    String severity,
    Instant from,
    Instant until,
    long requests,
    long bad,
    long failed,
    boolean outage) {
  /// Returns whether a period has a part of it.
  public boolean in(ReviewPeriod period) {
    return from.isBefore(period.until()) && until.isAfter(period.from());
  }

  boolean holds(long millis) {
    return millis >= from.toEpochMilli() && millis < until.toEpochMilli();
  }

  /// Returns whether another span of the class is within this one.
  boolean contains(MissedSpan other) {
    return !other.equals(this)
        && other.sloClass.equals(sloClass)
        && !other.from.isBefore(from)
        && !other.until.isAfter(until);
  }
}
