package dev.goodput.validation.statistics;

import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.comparison.Difference;
import dev.goodput.metrics.comparison.GateRule;
import dev.goodput.metrics.comparison.GateStage;
import dev.goodput.metrics.comparison.GateVerdict;
import dev.goodput.metrics.comparison.RunPair;
import dev.goodput.validation.statistics.Finding.Unit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// The findings about one rule, from the pairs.
///
/// @param key the key of its findings
/// @param name the name in words
/// @param rule the gate's rule
/// @param published whether the published figures are for such a rule
record GateRows(String key, String name, GateRule rule, boolean published) {
  private static final int STAGE = GateRule.MIN_RUNS;
  private static final int DRAWS = 2_000;
  private static final double LEVEL = .05;
  private static final double CONFIRMED = .5;
  private static final double THREE_PERCENT = .73;
  private static final int POWER_DRAWS = 50_000;

  /// One-sided, of four degrees of freedom.
  private static final double T_95 = 2.131847;

  /// Returns how often longer steps are detected, next to the published values for +3 % and +5 %.
  ///
  /// @param three pairs of an engine with steps 3 % longer
  /// @param five of one with steps 5 % longer
  List<Finding> steps(List<RunPair> three, List<RunPair> five) {
    List<Finding> found = new ArrayList<>();
    found.addAll(
        caught(three, "slower_3", "steps +3 %", this::published, THREE_PERCENT, CONFIRMED));
    found.addAll(caught(five, "slower_5", "steps +5 %", this::published, 1, 1));
    return found;
  }

  /// Returns how often a metric that is itself slower by some percent is detected, for which
  /// nothing is published: next to the power of Student's t at the noise of these pairs.
  ///
  /// @param percent by which it is truly slower
  List<Finding> itself(List<RunPair> pairs, int percent) {
    double deviation = Difference.paired(rule.metrics().getFirst(), pairs).deviation();
    double power = power(Math.log1p(percent / 100.0) - Math.log1p(rule.delta()), deviation);
    return caught(
        pairs,
        "itself_" + percent,
        "itself %d %% slower, compared with Student's t:".formatted(percent),
        Reference::shareFrom,
        power,
        power * power);
  }

  private @Nullable Reference published(double share, int trials) {
    return published ? Reference.shareFrom(share, trials) : null;
  }

  /// The reference of a share.
  private interface Beside {
    @Nullable Reference of(double share, int trials);
  }

  private List<Finding> caught(
      List<RunPair> pairs,
      String ofPairs,
      String words,
      Beside nextTo,
      double first,
      double confirmed) {
    double[] caught = caught(rule, pairs);
    int groups = pairs.size() / STAGE;
    return List.of(
        finding(
            ofPairs,
            words + " called regressed, first stage",
            caught[0],
            groups,
            nextTo.of(first, groups)),
        finding(
            ofPairs + "_confirmed",
            words + " called regressed, confirmed",
            caught[1],
            groups / 2,
            nextTo.of(confirmed, groups / 2)));
  }

  /// Returns how often the mean of a stage's normal differences is above their bound by more than
  /// their own standard error times Student's 95 % quantile: counted, without the gate's own code.
  private static double power(double distance, double deviation) {
    Random random = new Random(1);
    int above = 0;
    for (int i = 0; i < POWER_DRAWS; i++) {
      double sum = 0;
      double squares = 0;
      for (int k = 0; k < STAGE; k++) {
        double d = distance + deviation * random.nextGaussian();
        sum += d;
        squares += d * d;
      }
      double mean = sum / STAGE;
      above += mean > T_95 * Math.sqrt((squares / STAGE - mean * mean) / (STAGE - 1)) ? 1 : 0;
    }
    return (double) above / POWER_DRAWS;
  }

  /// How often the same is called regressed: with nothing allowed, which is the level itself, and
  /// by the rule as it is.
  List<Finding> falseAlarms(List<RunPair> same) {
    GateRule nothing = rule.withDelta(0);
    double[] level = caught(nothing, same);
    double[] usual = caught(rule, same);
    int groups = same.size() / STAGE;
    return List.of(
        finding(
            "same_0",
            "A/A, 0 % allowed, called regressed, first stage",
            level[0],
            groups,
            upTo(LEVEL, groups)),
        finding(
            "same_0_confirmed",
            "A/A, 0 % allowed, called regressed, confirmed",
            level[1],
            groups / 2,
            upTo(LEVEL * LEVEL, groups / 2)),
        finding("same", "A/A called regressed, first stage", usual[0], groups, upTo(.01, groups)),
        finding(
            "same_confirmed",
            "A/A called regressed, confirmed",
            usual[1],
            groups / 2,
            upTo(.01, groups / 2)));
  }

  private static Reference upTo(double share, int trials) {
    return Reference.shareUpTo(share, trials);
  }

  /// A slowdown equal to the allowed one: the rate of false alarms that the confidence states.
  ///
  /// @param slowdown that the pairs truly have
  Finding justAllowed(List<RunPair> pairs, double slowdown) {
    double[] caught = caught(rule.withDelta(slowdown), pairs);
    int groups = pairs.size() / STAGE;
    return finding(
        "just_allowed",
        "just allowed, called regressed",
        caught[0],
        groups,
        Reference.shareUpTo(LEVEL, groups));
  }

  /// What a planted slowdown of the steps makes of the metric: more, as more requests are in
  /// flight.
  static Finding slowdown(ComparedMetric metric, int percent, double slowdown, int trials) {
    return relative(
        metric,
        "slower_" + percent + "_slowdown",
        "steps +%d %% make it slower by".formatted(percent),
        slowdown,
        trials,
        null);
  }

  /// How far from the truth the pairs' slowdown is on average.
  static Finding bias(ComparedMetric metric, List<RunPair> pairs, double truth) {
    Difference found = Difference.paired(metric, pairs);
    double chance = 2 * found.standardError() + TRUTH_ERROR;
    return relative(
        metric,
        "slower_3_bias",
        "steps +3 %: slowdown found minus true",
        found.slowdown() - truth,
        pairs.size(),
        Reference.between(0, 0, chance));
  }

  /// The relative error of the true percentile, which is measured on 300,000 requests.
  private static final double TRUTH_ERROR = .003;

  private static Finding relative(
      ComparedMetric metric,
      String key,
      String words,
      double value,
      int trials,
      @Nullable Reference reference) {
    return new Finding(
        Finding.Part.GATE,
        metric.key() + "_" + key,
        metric.key() + ": " + words,
        Unit.RELATIVE,
        value,
        trials,
        true,
        reference);
  }

  private Finding finding(
      String ofPairs, String words, double share, int trials, @Nullable Reference reference) {
    return new Finding(
        Finding.Part.GATE,
        key + "_" + ofPairs,
        name + ": " + words,
        Unit.SHARE,
        share,
        trials,
        true,
        reference);
  }

  /// Share of draws of two stages' pairs in which the first stage is regressed, and in which both
  /// are.
  private static double[] caught(GateRule rule, List<RunPair> pairs) {
    Random random = new Random(1);
    List<RunPair> drawn = new ArrayList<>(pairs);
    int first = 0;
    int both = 0;
    for (int i = 0; i < DRAWS; i++) {
      Collections.shuffle(drawn, random);
      GateStage stage = rule.judge(drawn.subList(0, STAGE));
      if (stage.verdict() == GateVerdict.REGRESSED) {
        first++;
        GateRule again = rule.withMetrics(stage.regressed());
        GateStage fresh = again.judge(drawn.subList(STAGE, 2 * STAGE));
        both += fresh.verdict() == GateVerdict.REGRESSED ? 1 : 0;
      }
    }
    return new double[] {(double) first / DRAWS, (double) both / DRAWS};
  }
}
