package dev.goodput.metrics.whatif;

/// One side of a comparison of two.
public enum WhatIfSide {
  /// The side that is evaluated.
  A,
  /// The side that it is compared with.
  B
}
