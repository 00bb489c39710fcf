package dev.goodput.metrics.whatif;

/// Which of two.
public enum Side {
  /// The one that is asked about.
  A,
  /// The one it is held against.
  B
}
