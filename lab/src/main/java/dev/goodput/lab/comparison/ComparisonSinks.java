package dev.goodput.lab.comparison;

import dev.goodput.load.LoadSink;

/// Where runs' records go, beside the comparison itself.
@FunctionalInterface
public interface ComparisonSinks {
  /// Keeps nothing.
  ComparisonSinks NONE = (side, pair) -> entry -> {};

  /// The sink of one run; its entries name the pair as their level. Called before the run begins,
  /// in the order of the runs.
  ///
  /// @param pair from 0; fresh pairs count on
  LoadSink of(Side side, int pair);
}
