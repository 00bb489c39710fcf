package dev.goodput.metrics.comparison;

/// Two runs with the same arrivals, prompts and lengths, one after the other.
///
/// @param a what is compared with
/// @param b what is compared
public record RunPair(RunFigures a, RunFigures b) {
  /// `ln Q_B − ln Q_A`, above 0 where B is slower; NaN where one of them has no such figure above
  /// 0.
  public double logSlowdown(ComparedMetric metric) {
    return b.logSlowness(metric) - a.logSlowness(metric);
  }

  /// The same with the parts changed over.
  RunPair swapped() {
    return new RunPair(b, a);
  }
}
