package dev.goodput.lab.comparison;

import dev.goodput.metrics.comparison.ComparedPair;
import dev.goodput.metrics.comparison.GateStage;
import dev.goodput.metrics.comparison.Side;

/// A listener for the progress of a comparison. It is called on the comparison's thread and must
/// return quickly.
public interface ComparisonListener {
  /// A listener that does nothing.
  ComparisonListener SILENT = new ComparisonListener() {};

  /// Called when a side is sent a few requests that are not measured.
  default void warms(Side side) {}

  /// Called when a run starts. The ticks of its sink report its progress.
  ///
  /// @param pair the pair's number from 0, continued for new pairs
  /// @param pairs how many pairs there are, including new ones only when they are run
  default void runStarts(Side side, int pair, int pairs) {}

  /// Called when both runs of a pair have ended.
  default void pairEnded(ComparedPair pair) {}

  /// Called when the first pairs look regressed and new ones are run to confirm that.
  ///
  /// @param from the number of the first new pair
  default void confirming(GateStage first, int from) {}
}
