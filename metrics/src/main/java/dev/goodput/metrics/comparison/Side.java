package dev.goodput.metrics.comparison;

/// A side of a comparison.
public enum Side {
  /// The baseline.
  A,
  /// The candidate.
  B
}
