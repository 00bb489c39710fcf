package dev.goodput.observe;

/// A part of the run's time, nanoseconds since it began; the end is later than the begin.
record Stretch(long fromNanos, long toNanos) {
  Stretch {
    if (toNanos <= fromNanos) {
      throw new IllegalArgumentException(
          "a window ends after it begins, found " + fromNanos + " to " + toNanos);
    }
  }

  /// From begin to end, or as short as can be where the end is no later.
  static Stretch of(long fromNanos, long toNanos) {
    return new Stretch(fromNanos, Math.max(fromNanos + 1, toNanos));
  }

  boolean holds(Observation observation) {
    return fromNanos <= observation.atNanos() && observation.atNanos() <= toNanos;
  }

  long nanos() {
    return toNanos - fromNanos;
  }
}
