package dev.goodput.record;

/// From which stamp the user's wait counts.
public enum Start {
  /// Open loop and gateway: latencies count from `intended`.
  INTENDED,
  /// Closed loop: latencies count from `due`.
  DUE
}
