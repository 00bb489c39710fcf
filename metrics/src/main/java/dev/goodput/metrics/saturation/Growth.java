package dev.goodput.metrics.saturation;

/// Whether what is in flight grows as long as a level of one rate goes on.
public enum Growth {
  /// It does not, or nobody can pile up, as in a closed loop.
  NONE,
  /// It does: more comes than is answered.
  SEEN,
  /// Nobody can tell: the level lasted less than six times as long as who arrives stays.
  UNTOLD
}
