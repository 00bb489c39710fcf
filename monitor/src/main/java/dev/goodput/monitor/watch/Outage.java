package dev.goodput.monitor.watch;

import dev.goodput.record.Stamps;

/// A period in which no probe was answered. Nothing is known between probes: the outage started
/// after the last good probe and no later than the first failed one. It ended after the last failed
/// probe and no later than the next good one.
///
/// @param goodBeforeNanos the last answered probe before the outage; absent if there was none
/// @param firstNanos the first probe that failed
/// @param lastNanos the last probe that failed
/// @param backNanos the first probe that was answered again; absent while the outage lasts
/// @param probes the number of failed probes
/// @param why the reason why the first probe failed
record Outage(
    long goodBeforeNanos,
    long firstNanos,
    long lastNanos,
    long backNanos,
    long probes,
    String why) {

  boolean over() {
    return Stamps.present(backNanos);
  }

  /// Returns the shortest possible duration, in seconds.
  double minSeconds() {
    return (lastNanos - firstNanos) / 1e9;
  }

  /// Returns the longest possible duration, in seconds. It is infinite if no probe was answered
  /// before the outage or none has been answered since.
  double maxSeconds() {
    boolean bounded = Stamps.present(goodBeforeNanos) && over();
    return bounded ? (backNanos - goodBeforeNanos) / 1e9 : Double.POSITIVE_INFINITY;
  }

  Outage longer(long atNanos) {
    return new Outage(goodBeforeNanos, firstNanos, atNanos, backNanos, probes + 1, why);
  }

  Outage back(long atNanos) {
    return new Outage(goodBeforeNanos, firstNanos, lastNanos, atNanos, probes, why);
  }
}
