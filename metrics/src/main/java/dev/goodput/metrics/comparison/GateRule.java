package dev.goodput.metrics.comparison;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// The gate's rule, fixed before anything is measured.
///
/// @param metrics the metrics that are judged, at least one
/// @param delta the allowed slowdown, .02 for 2 %; for attainment a difference, .02 for 2
///   percentage points
/// @param errorRateMargin how much B's error rate may exceed A's, .01 for 1 percentage point
/// @param confidence confidence of each one-sided bound, such as .95
public record GateRule(
    List<ComparedMetric> metrics, double delta, double errorRateMargin, double confidence) {
  /// The fewest pairs, or stored runs, for any result.
  public static final int MIN_RUNS = 5;

  /// The largest number of pairs that is recommended.
  static final int MAX_RUNS = 1_000;

  /// The probability with which a recommended number of pairs is enough.
  static final double POWER = .8;

  /// The default rule: the default metrics, 2 % slowdown, 1 percentage point more failures, 95 %
  /// confidence.
  public static final GateRule DEFAULT = new GateRule(ComparedMetric.DEFAULTS, .02, .01, .95);

  /// Checks the ranges.
  public GateRule {
    metrics = List.copyOf(metrics);
    boolean bounds = delta >= 0 && errorRateMargin >= 0;
    if (metrics.isEmpty() || !bounds || !(confidence > .5 && confidence < 1)) {
      throw new IllegalArgumentException(
          "a gate has a metric, an allowed slowdown of 0 or more, and a confidence between .5 and 1, found %s, %s, %s"
              .formatted(metrics, delta, confidence));
    }
  }

  /// Returns the rule with other metrics.
  public GateRule withMetrics(List<ComparedMetric> others) {
    return new GateRule(others, delta, errorRateMargin, confidence);
  }

  /// Returns the rule with another allowed slowdown.
  public GateRule withDelta(double other) {
    return new GateRule(metrics, other, errorRateMargin, confidence);
  }

  /// Returns the allowed slowdown of a metric.
  public double allowed(ComparedMetric metric) {
    return metric == ComparedMetric.ERROR_RATE ? errorRateMargin : delta;
  }

  /// Returns whether the error rate can be ok if no request fails, for a number of pairs and of
  /// requests per run.
  public boolean canPassErrorRate(int pairs, long requests) {
    ComparedMetric failures = ComparedMetric.ERROR_RATE;
    RunFigures best = new RunFigures(Map.of(failures, 0.0), Map.of(failures, requests), null);
    List<RunPair> all = Collections.nCopies(pairs, new RunPair(best, best));
    return Difference.paired(failures, all).upperBound(confidence) < allowed(failures);
  }

  /// Judges pairs by all metrics of the rule.
  public GateStage judge(List<RunPair> pairs) {
    return judge(Difference.paired(metrics, pairs), MIN_RUNS);
  }

  /// Judges runs of B against stored runs of A by all metrics of the rule. The verdict covers every
  /// difference between them, whatever its cause ([Difference#unpaired]).
  public GateStage judge(List<RunFigures> stored, List<RunFigures> runs) {
    return judge(Difference.unpaired(metrics, stored, runs), 1);
  }

  private GateStage judge(List<Difference> differences, int minRuns) {
    double[] pValues =
        differences.stream().mapToDouble(each -> each.pAbove(allowed(each.metric()))).toArray();
    double[] corrected = Holm.corrected(pValues);
    List<GateStage.Judged> judged = new ArrayList<>();
    for (int i = 0; i < corrected.length; i++) {
      Difference difference = differences.get(i);
      GateVerdict verdict = verdict(difference, corrected[i], minRuns);
      judged.add(new GateStage.Judged(difference, corrected[i], verdict));
    }
    return new GateStage(this, judged);
  }

  /// A metric with a missing value is never ok, because the missing value may be the worst. A
  /// single run of B cannot be regressed by a share, because the variation of shares between runs
  /// is unknown.
  private GateVerdict verdict(Difference difference, double correctedP, int minRuns) {
    if (difference.runs() < minRuns) {
      return GateVerdict.INCONCLUSIVE;
    }
    boolean singleRun = !difference.paired() && difference.runs() == 1;
    if (correctedP <= 1 - confidence && !(singleRun && difference.metric().isShare())) {
      return GateVerdict.REGRESSED;
    }
    boolean within =
        difference.upperBound(confidence) < allowed(difference.metric())
            && difference.missing() == 0;
    return within ? GateVerdict.OK : GateVerdict.INCONCLUSIVE;
  }

  /// Returns the number of new pairs, or runs, that would give a verdict on their own if the true
  /// slowdown is the observed one; empty above the recommended maximum. A regression must also pass
  /// Holm's correction and, with pairs, a confirmation by as many.
  ///
  /// @param openMetrics number of inconclusive metrics that these runs have to resolve
  OptionalInt runsForVerdict(Difference difference, int openMetrics) {
    double alpha = 1 - confidence;
    double delta = allowed(difference.metric());
    boolean above = difference.slowdown() > delta;
    int stages = above && difference.paired() ? 2 : 1;
    return difference.runsForVerdict(
        delta,
        1 - (above ? alpha / metrics.size() : alpha),
        Math.pow(POWER, 1.0 / (openMetrics * stages)));
  }
}
