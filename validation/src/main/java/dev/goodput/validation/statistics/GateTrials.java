package dev.goodput.validation.statistics;

import dev.goodput.lab.comparison.Comparison;
import dev.goodput.lab.comparison.ComparisonListener;
import dev.goodput.lab.comparison.ComparisonPlan;
import dev.goodput.lab.comparison.ComparisonSinks;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.comparison.ComparedPair;
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
  private static final ComparedMetric PUBLISHED = ComparedMetric.TPOT_P50;

  List<Finding> all() {
    GateTruth truth = GateTruth.of(size, trials, LOAD * saturation);
    List<RunPair> same = pairs(0, 2 * size.pairs(), FIRST_SEED);
    List<RunPair> three = pairs(GateTruth.STEP, size.pairs(), 2 * FIRST_SEED);
    List<RunPair> five = pairs(.05, size.pairs(), 3 * FIRST_SEED);
    List<Finding> found = new ArrayList<>();
    for (ComparedMetric metric : List.of(PUBLISHED, ComparedMetric.TTFT_P95)) {
      GateRule rule = GateRule.DEFAULT.withMetrics(List.of(metric));
      GateRows rows = new GateRows(metric.key(), metric.key(), rule, metric == PUBLISHED);
      double slower = truth.slowdown(metric);
      found.add(GateRows.slowdown(metric, 3, slower, 1));
      found.add(GateRows.bias(metric, three, slower));
      found.add(
          GateRows.slowdown(metric, 5, Difference.paired(metric, five).slowdown(), size.pairs()));
      found.addAll(rows.falseAlarms(same));
      found.addAll(rows.steps(three, five));
      if (metric == PUBLISHED) {
        found.addAll(rows.itself(itself(truth, 3, 4 * FIRST_SEED), 3));
        found.addAll(rows.itself(itself(truth, 5, 5 * FIRST_SEED), 5));
      }
      found.add(rows.justAllowed(three, slower));
    }
    GateRows usual = new GateRows("usual", "usual set", GateRule.DEFAULT, false);
    found.addAll(usual.falseAlarms(same));
    found.addAll(usual.steps(three, five));
    StoredRows stored = new StoredRows(PUBLISHED);
    found.addAll(stored.same(same));
    found.add(stored.slower(same, five));
    return found;
  }

  /// Returns pairs in which the metric itself is slower by some percent.
  private List<RunPair> itself(GateTruth truth, int percent, long seed) {
    return pairs(truth.stepFor(PUBLISHED, percent / 100.0), size.pairs(), seed);
  }

  /// Returns pairs in which B's steps are longer, in blocks of ten that run side by side.
  private List<RunPair> pairs(double slowdown, int count, long seed) {
    String what =
        "gate: blocks of %d pairs of runs of %,d requests, B's steps %.1f %% longer"
            .formatted(BLOCK, REQUESTS, 100 * slowdown);
    List<ComparedPair> all =
        trials.run(what, count / BLOCK, i -> block(slowdown, seed + i)).stream()
            .flatMap(List::stream)
            .toList();
    long seeds = all.stream().map(ComparedPair::seed).distinct().count();
    if (seeds != all.size()) {
      throw new IllegalStateException("of %d pairs %d seeds".formatted(all.size(), seeds));
    }
    return all.stream().filter(p -> p.voidReason().isEmpty()).map(ComparedPair::figures).toList();
  }

  private List<ComparedPair> block(double slowdown, long seed) {
    ComparisonPlan plan =
        new ComparisonPlan(
            Setup.poisson(LOAD * saturation, REQUESTS),
            BLOCK,
            false,
            GateRule.DEFAULT,
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
          .pairs();
    }
  }
}
