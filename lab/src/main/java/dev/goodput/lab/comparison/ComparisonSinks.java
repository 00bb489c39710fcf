package dev.goodput.lab.comparison;

import dev.goodput.lab.BenchPlan;
import dev.goodput.load.LevelOutcome;
import dev.goodput.load.LoadSink;
import dev.goodput.metrics.comparison.Side;

/// Where runs' records go, beside the comparison itself.
@FunctionalInterface
public interface ComparisonSinks {
  /// Keeps nothing.
  ComparisonSinks NONE = (side, pair, asked) -> entry -> {};

  /// The sink of one run; its entries name the pair as their level. Called before the run begins,
  /// in the order of the runs.
  ///
  /// @param pair from 0; fresh pairs count on
  /// @param asked what is asked: the run is its level of that place
  LoadSink of(Side side, int pair, BenchPlan asked);

  /// The run is over, as planned or not, and all its entries were handed over.
  default void ended(Side side, int pair, LevelOutcome outcome) {}
}
