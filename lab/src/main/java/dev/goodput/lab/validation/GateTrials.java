package dev.goodput.lab.validation;

import dev.goodput.lab.comparison.Comparison;
import dev.goodput.lab.comparison.ComparisonListener;
import dev.goodput.lab.comparison.ComparisonPlan;
import dev.goodput.lab.comparison.ComparisonSinks;
import dev.goodput.metrics.AnalysisOptions;
import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.comparison.Difference;
import dev.goodput.metrics.comparison.GateRule;
import dev.goodput.metrics.comparison.RunPair;
import java.util.ArrayList;
import java.util.List;

/// How often the gate calls regressed what is the same, and what is slower, at its first stage and
/// after fresh pairs.
///
/// Many pairs are run at each planted slowdown, and the gate's are drawn from them. In virtual time
/// A and A would be the same to the last digit; so each run's steps are longer or shorter by .5 %
/// (standard deviation), as a machine's may be.
///
/// @param size how often
/// @param trials runs them
/// @param saturation requests per second
record GateTrials(ValidationSize size, Trials trials, double saturation) {
  private static final double LOAD = .5;
  private static final long REQUESTS = 1_000;
  private static final int BLOCK = 10;
  private static final double DRIFT = .005;
  private static final long FIRST_SEED = 30_000;

  List<Finding> all() {
    List<RunPair> same = pairs(0, FIRST_SEED);
    List<RunPair> three = pairs(.03, 2 * FIRST_SEED);
    List<RunPair> five = pairs(.05, 3 * FIRST_SEED);
    List<Finding> found = new ArrayList<>();
    for (ComparedMetric metric : List.of(ComparedMetric.TPOT_P50, ComparedMetric.TTFT_P95)) {
      GateRule rule = GateRule.USUAL.withMetrics(List.of(metric));
      boolean told = metric == ComparedMetric.TPOT_P50;
      GateRows rows = new GateRows(metric.word(), metric.word(), rule, told);
      found.add(GateRows.slowdown(metric, 3, three));
      found.add(GateRows.slowdown(metric, 5, five));
      found.addAll(rows.of(same, three, five));
      double slowdown = Difference.paired(metric, three).slowdown();
      found.add(rows.justAllowed(three, slowdown));
    }
    found.addAll(new GateRows("usual", "usual set", GateRule.USUAL, false).of(same, three, five));
    return found;
  }

  /// Pairs of which B's steps are longer by so much, in blocks of ten that run side by side.
  private List<RunPair> pairs(double slowdown, long seed) {
    String what =
        "gate: blocks of %d pairs of runs of %,d requests, B's steps %.0f %% longer"
            .formatted(BLOCK, REQUESTS, 100 * slowdown);
    return trials.run(what, size.pairs() / BLOCK, i -> block(slowdown, seed + i)).stream()
        .flatMap(List::stream)
        .toList();
  }

  private List<RunPair> block(double slowdown, long seed) {
    ComparisonPlan plan =
        new ComparisonPlan(
            Setup.poisson(LOAD * saturation, REQUESTS),
            BLOCK,
            false,
            GateRule.USUAL,
            AnalysisOptions.DEFAULTS);
    try (DriftingTarget a = new DriftingTarget(Setup.engine(), 0, DRIFT, 2 * seed);
        DriftingTarget b = new DriftingTarget(Setup.engine(), slowdown, DRIFT, 2 * seed + 1)) {
      return Comparison.run(
              plan,
              Setup.bench(seed, plan.level()),
              a,
              b,
              ComparisonSinks.NONE,
              ComparisonListener.SILENT)
          .counted();
    }
  }
}
