package dev.goodput.lab;

import dev.goodput.load.LevelOutcome;
import dev.goodput.load.LoadSink;

/// Where the entries of an experiment's levels go, which are known only as they come.
@FunctionalInterface
public interface LevelSinks {
  /// The sink of the last of a plan's levels.
  LoadSink of(BenchPlan plan, int index);

  /// A level is over.
  default void ended(int index, LevelOutcome outcome) {}
}
