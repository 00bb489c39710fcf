package dev.goodput.metrics.comparison;

import java.util.List;

/// The side of a comparison that was measured before, and does not grow.
///
/// @param each run that has the figure, on the scale on which differences are taken, less the mean
///   of those that are finite: ∞ where it had nothing of what there should be more of
/// @param deviation between them
public record StoredSideRuns(List<Double> each, double deviation) {
  /// Copies the list.
  public StoredSideRuns {
    each = List.copyOf(each);
  }

  /// How many have the figure.
  public int runs() {
    return each.size();
  }

  /// How many of them had nothing of what there should be more of.
  public int nothing() {
    return (int) each.stream().filter(value -> Double.isInfinite(value)).count();
  }

  /// The part of the standard error that no new run takes away.
  double variance() {
    return deviation * deviation / Math.max(1, runs());
  }
}
