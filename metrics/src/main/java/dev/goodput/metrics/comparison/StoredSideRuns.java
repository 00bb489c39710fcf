package dev.goodput.metrics.comparison;

import java.util.List;

/// The side of a comparison that was measured before, and does not grow.
///
/// @param values run that has the figure, on the scale on which differences are taken, less the mean
///   of those that are finite: ∞ where it had nothing of what there should be more of
/// @param deviation between them
public record StoredSideRuns(List<Double> values, double deviation) {
  /// Copies the list.
  public StoredSideRuns {
    values = List.copyOf(values);
  }

  /// How many have the figure.
  public int runs() {
    return values.size();
  }

  /// How many of them had nothing of what there should be more of.
  public int runsAtZero() {
    return (int) values.stream().filter(value -> Double.isInfinite(value)).count();
  }

  /// The part of the standard error that no new run takes away.
  double variance() {
    return deviation * deviation / Math.max(1, runs());
  }
}
