package dev.goodput.metrics.comparison;

/// Two runs with the same arrivals, prompts and lengths, one after the other.
///
/// @param a the baseline
/// @param b the candidate
public record RunPair(RunFigures a, RunFigures b) {
  /// Returns how much worse B is: `ln Q_B − ln Q_A`, or for shares `Q_B − Q_A`, with the sign
  /// chosen so that a positive value is worse. For rates, ∞ if only B's is 0 and −∞ if only A's is
  /// 0. NaN if a run has no value or both rates are 0.
  public double worsening(ComparedMetric metric) {
    return b.badness(metric) - a.badness(metric);
  }

  /// Returns the pair with A and B exchanged.
  RunPair swapped() {
    return new RunPair(b, a);
  }
}
