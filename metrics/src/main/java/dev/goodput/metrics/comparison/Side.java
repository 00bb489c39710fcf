package dev.goodput.metrics.comparison;

/// One of the two that are compared.
public enum Side {
  /// What is compared with: the baseline.
  A,
  /// What is compared: the candidate.
  B
}
