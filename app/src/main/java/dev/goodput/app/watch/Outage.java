package dev.goodput.app.watch;

import dev.goodput.record.Stamps;

/// A time in which no look was answered. Nobody looked between looks: it began after the last good
/// one and by the first bad one, and ended after the last bad one and by the next good one.
///
/// @param goodBeforeNanos the last look that was answered before it, absent where none was
/// @param firstNanos the first that was not
/// @param lastNanos the last that was not
/// @param backNanos the first that was again, absent while it lasts
/// @param looks that were not answered
/// @param why the first failed
record Outage(
    long goodBeforeNanos, long firstNanos, long lastNanos, long backNanos, long looks, String why) {

  boolean over() {
    return Stamps.present(backNanos);
  }

  /// The least that it lasted.
  double leastSeconds() {
    return (lastNanos - firstNanos) / 1e9;
  }

  /// The most that it lasted; infinite where no look was answered before it or none is yet.
  double mostSeconds() {
    boolean bounded = Stamps.present(goodBeforeNanos) && over();
    return bounded ? (backNanos - goodBeforeNanos) / 1e9 : Double.POSITIVE_INFINITY;
  }

  Outage longer(long atNanos) {
    return new Outage(goodBeforeNanos, firstNanos, atNanos, backNanos, looks + 1, why);
  }

  Outage back(long atNanos) {
    return new Outage(goodBeforeNanos, firstNanos, lastNanos, atNanos, looks, why);
  }
}
