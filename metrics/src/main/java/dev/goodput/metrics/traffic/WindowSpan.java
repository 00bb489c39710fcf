package dev.goodput.metrics.traffic;

/// The lengths of the windows.
enum WindowSpan {
  MINUTE(60),
  FIVE_MINUTES(300),
  HOUR(3600);

  private static final long SECOND = 1_000_000_000L;

  private final long seconds;

  WindowSpan(long seconds) {
    this.seconds = seconds;
  }

  /// Returns the nominal length.
  long seconds() {
    return seconds;
  }

  /// Returns the length of each of its slots.
  long slotNanos() {
    return seconds * SECOND / SlotRing.SLOTS;
  }
}
