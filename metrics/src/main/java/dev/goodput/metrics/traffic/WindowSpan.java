package dev.goodput.metrics.traffic;

/// The windows.
enum WindowSpan {
  MINUTE(60),
  FIVE_MINUTES(300),
  HOUR(3600);

  private static final long SECOND = 1_000_000_000L;

  private final long seconds;

  WindowSpan(long seconds) {
    this.seconds = seconds;
  }

  /// What it is named after.
  long seconds() {
    return seconds;
  }

  /// How long each of its slots is.
  long slotNanos() {
    return seconds * SECOND / SlotRing.SLOTS;
  }
}
