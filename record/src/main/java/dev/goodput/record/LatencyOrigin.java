package dev.goodput.record;

/// The stamp from which the user's wait counts.
public enum LatencyOrigin {
  /// Open loop and gateway: latencies count from `intended`.
  INTENDED,
  /// Closed loop: latencies count from `due`.
  DUE
}
