package dev.goodput.validation.statistics;

import dev.goodput.metrics.comparison.ComparedMetric;

/// The effect of longer steps on each metric, from separate runs that are long enough to be
/// precise: no trial is judged by a truth that it produced itself.
///
/// @param usual a long run of the engine as it is
/// @param slower a long run with steps longer by [#STEP]
record GateTruth(VirtualRun usual, VirtualRun slower) {
  /// How much longer the steps of the slower engine take.
  static final double STEP = .03;

  private static final long SEED = 9_200_001;

  static GateTruth of(ValidationSize size, Trials trials, double rate) {
    var runs =
        trials.run(
            "gate: what steps 3 % longer do to each metric",
            2,
            i ->
                VirtualRun.poisson(
                    Setup.slower(i == 0 ? 0 : STEP), SEED, rate, size.truthRequests()));
    return new GateTruth(runs.getFirst(), runs.getLast());
  }

  /// The slowdown of a metric where steps are longer by [#STEP].
  double slowdown(ComparedMetric metric) {
    return value(metric, slower) / value(metric, usual) - 1;
  }

  /// How much longer steps have to be for a metric to be slower by so much: about these slowdowns
  /// its logarithm grows with that of the step.
  double stepFor(ComparedMetric metric, double wanted) {
    double elasticity = Math.log1p(slowdown(metric)) / Math.log1p(STEP);
    return Math.expm1(Math.log1p(wanted) / elasticity);
  }

  private static double value(ComparedMetric metric, VirtualRun run) {
    return switch (metric) {
      case TPOT_P50 -> Quantity.TPOT_P50.truth(run);
      case TTFT_P95 -> Quantity.TTFT_P95.truth(run);
      default -> throw new IllegalArgumentException("no truth of " + metric);
    };
  }
}
