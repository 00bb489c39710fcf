package dev.goodput.lab.comparison;

import dev.goodput.metrics.comparison.ComparedPair;
import dev.goodput.metrics.comparison.GateStage;
import dev.goodput.metrics.comparison.Side;

/// Hears how a comparison goes, on its thread; what it does there must be short.
public interface ComparisonListener {
  /// Hears nothing.
  ComparisonListener SILENT = new ComparisonListener() {};

  /// A side is asked a few requests that count for nothing.
  default void warms(Side side) {}

  /// A run begins; how far it is, its sink's ticks tell.
  ///
  /// @param pair from 0; fresh pairs count on
  /// @param pairs how many there are, fresh ones only where they are asked
  default void runBegins(Side side, int pair, int pairs) {}

  /// Both runs of a pair are over.
  default void pairEnded(ComparedPair pair) {}

  /// The first pairs look regressed, and fresh ones are asked.
  ///
  /// @param from the first of them
  default void confirming(GateStage first, int from) {}
}
