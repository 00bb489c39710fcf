package dev.goodput.observe;

/// A non-empty part of the run's time, in nanoseconds since the run began.
record TimeRange(long fromNanos, long toNanos) {
  TimeRange {
    if (toNanos <= fromNanos) {
      throw new IllegalArgumentException(
          "a window ends after it starts, found " + fromNanos + " to " + toNanos);
    }
  }

  /// Returns the span between two times, extended to one nanosecond if it would be empty.
  static TimeRange of(long fromNanos, long toNanos) {
    return new TimeRange(fromNanos, Math.max(fromNanos + 1, toNanos));
  }

  boolean holds(Scrape observation) {
    return fromNanos <= observation.atNanos() && observation.atNanos() <= toNanos;
  }

  long nanos() {
    return toNanos - fromNanos;
  }
}
