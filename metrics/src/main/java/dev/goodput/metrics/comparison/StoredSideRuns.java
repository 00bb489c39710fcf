package dev.goodput.metrics.comparison;

import java.util.List;

/// The stored runs of the baseline in an unpaired comparison.
///
/// @param values the values of [RunFigures#badness], minus the mean of the finite ones; ∞ for a
///   rate of 0
/// @param deviation the standard deviation between runs
public record StoredSideRuns(List<Double> values, double deviation) {
  /// Copies the list.
  public StoredSideRuns {
    values = List.copyOf(values);
  }

  /// Returns the number of runs with a value.
  public int runs() {
    return values.size();
  }

  /// Returns the number of runs with a rate of 0.
  public int runsAtZero() {
    return (int) values.stream().filter(value -> Double.isInfinite(value)).count();
  }

  /// Returns the variance of the mean, which new runs of B do not reduce.
  double variance() {
    return deviation * deviation / Math.max(1, runs());
  }
}
