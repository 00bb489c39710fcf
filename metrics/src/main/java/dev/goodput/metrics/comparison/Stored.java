package dev.goodput.metrics.comparison;

/// The side of a comparison that was measured before, and does not grow.
///
/// @param runs that have the figure
/// @param nothing how many of them had nothing of what there should be more of
/// @param deviation between them, on the scale on which differences are taken
public record Stored(int runs, int nothing, double deviation) {
  /// The part of the standard error that no new run takes away.
  double variance() {
    return deviation * deviation / Math.max(1, runs);
  }
}
