package dev.goodput.lab;

import dev.goodput.load.LevelOutcome;
import dev.goodput.load.LoadSink;

/// The sinks for the entries of an experiment whose levels become known only while it runs.
@FunctionalInterface
public interface LevelSinks {
  /// Returns the sink of the last of a plan's levels.
  LoadSink of(BenchPlan plan, int index);

  /// Called when a level has ended.
  default void ended(int index, LevelOutcome outcome) {}
}
