package dev.goodput.lab.comparison;

import dev.goodput.lab.BenchPlan;
import dev.goodput.load.LevelOutcome;
import dev.goodput.load.LoadSink;
import dev.goodput.metrics.comparison.Side;

/// The sinks for the records of runs, in addition to the comparison itself.
@FunctionalInterface
public interface ComparisonSinks {
  /// Sinks that store nothing.
  ComparisonSinks NONE = (side, pair, requested) -> entry -> {};

  /// Returns the sink of one run, whose entries have the pair's number as their level. Called
  /// before each run starts, in the order of the runs.
  ///
  /// @param pair the pair's number from 0, continued for new pairs
  /// @param requested the plan; the run is the level at that position
  LoadSink of(Side side, int pair, BenchPlan requested);

  /// Called when a run has ended, as planned or not, and all its entries were delivered.
  default void ended(Side side, int pair, LevelOutcome outcome) {}
}
