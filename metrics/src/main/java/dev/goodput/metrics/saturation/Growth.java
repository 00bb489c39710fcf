package dev.goodput.metrics.saturation;

/// The finding whether the number of requests in flight grows during a level of one rate.
public enum Growth {
  /// It does not grow, or cannot, as in a closed loop.
  NONE,
  /// It grows: more requests arrive than are completed.
  SEEN,
  /// Undecided: the level was shorter than six times the duration of a session.
  UNDECIDED
}
