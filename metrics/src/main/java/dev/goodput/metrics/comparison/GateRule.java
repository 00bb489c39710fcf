package dev.goodput.metrics.comparison;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// The gate's rule, declared before anything is measured.
///
/// @param metrics the metrics that are judged, at least one
/// @param delta the allowed slowdown, .02 for 2 %; for attainment in points
/// @param errorRateMargin how much B's error rate may exceed A's, .01 for one point
/// @param confidence confidence of each one-sided bound, such as .95
public record GateRule(
    List<ComparedMetric> metrics, double delta, double errorRateMargin, double confidence) {
  /// The fewest pairs, or stored runs, for any result.
  public static final int LEAST_RUNS = 5;

  /// The most pairs that are ever recommended.
  static final int MOST_RUNS = 1_000;

  /// The probability with which a recommended number of pairs is enough.
  static final double POWER = .8;

  /// The usual metrics, 2 %, one point more failures, 95 %.
  public static final GateRule USUAL = new GateRule(ComparedMetric.USUAL, .02, .01, .95);

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

  /// The same with other metrics.
  public GateRule withMetrics(List<ComparedMetric> others) {
    return new GateRule(others, delta, errorRateMargin, confidence);
  }

  /// The same with another slowdown that is allowed.
  public GateRule withDelta(double other) {
    return new GateRule(metrics, other, errorRateMargin, confidence);
  }

  /// The slowdown that is allowed by one metric.
  public double allowed(ComparedMetric metric) {
    return metric == ComparedMetric.ERROR_RATE ? errorRateMargin : delta;
  }

  /// Whether pairs of runs of so many requests can be ok by the error rate at all, where none
  /// fails.
  public boolean canPassErrorRate(int pairs, long requests) {
    ComparedMetric failures = ComparedMetric.ERROR_RATE;
    RunFigures best = new RunFigures(Map.of(failures, 0.0), Map.of(failures, requests), null);
    List<RunPair> all = Collections.nCopies(pairs, new RunPair(best, best));
    return Difference.paired(failures, all).upperBound(confidence) < allowed(failures);
  }

  /// Judges pairs by the set.
  public GateStage judge(List<RunPair> pairs) {
    return judge(Difference.paired(metrics, pairs), LEAST_RUNS);
  }

  /// Judges runs by the set against stored runs of A: what it says of B holds for B's runs as they
  /// were, and names no cause ([Difference#unpaired]).
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

  /// Who had no figure in some pair may have been worst there: that is never ok. A single run of B
  /// tells nothing of how far a share varies between runs.
  private GateVerdict verdict(Difference difference, double correctedP, int minRuns) {
    if (difference.runs() < minRuns) {
      return GateVerdict.INCONCLUSIVE;
    }
    boolean singleRun = !difference.paired() && difference.runs() == 1;
    if (correctedP <= 1 - confidence && !(singleRun && difference.metric().isShare())) {
      return GateVerdict.REGRESSED;
    }
    boolean within =
        difference.upperBound(confidence) < allowed(difference.metric()) && difference.missing() == 0;
    return within ? GateVerdict.OK : GateVerdict.INCONCLUSIVE;
  }

  /// How many fresh pairs, or runs, would tell it alone, were the slowdown as it looks now; empty
  /// where no affordable number would. What looks too slow has to pass Holm's correction too, and
  /// with pairs a confirmation by as many.
  ///
  /// @param openMetrics metrics that have to be told by the same runs
  OptionalInt runsForVerdict(Difference difference, int openMetrics) {
    double alpha = 1 - confidence;
    double delta = allowed(difference.metric());
    boolean above = difference.slowdown() > delta;
    int stages = above && difference.paired() ? 2 : 1;
    return difference.runsForVerdict(
        delta, 1 - (above ? alpha / metrics.size() : alpha), Math.pow(POWER, 1.0 / (openMetrics * stages)));
  }
}
