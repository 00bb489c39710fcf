package dev.goodput.metrics.whatif;

/// One side of a comparison of two.
public enum Side {
  /// The side that is evaluated.
  A,
  /// The side that it is compared with.
  B
}
