package dev.goodput.metrics.comparison;

/// Two runs with the same arrivals, prompts and lengths, one after the other.
///
/// @param a what is compared with
/// @param b what is compared
public record RunPair(RunFigures a, RunFigures b) {
  /// How much worse B is: `ln Q_B − ln Q_A`, or of shares their difference, turned so that above 0
  /// is worse whatever the metric. ∞ where A has some of what there should be more of and B
  /// nothing; NaN where one of them has no such figure, or both have nothing.
  public double worsening(ComparedMetric metric) {
    return b.badness(metric) - a.badness(metric);
  }

  /// The same with the parts changed over.
  RunPair swapped() {
    return new RunPair(b, a);
  }
}
