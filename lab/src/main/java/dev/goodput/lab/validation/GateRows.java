package dev.goodput.lab.validation;

import dev.goodput.lab.validation.Finding.Unit;
import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.comparison.Difference;
import dev.goodput.metrics.comparison.GateRule;
import dev.goodput.metrics.comparison.GateStage;
import dev.goodput.metrics.comparison.GateVerdict;
import dev.goodput.metrics.comparison.RunPair;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// What one rule makes of the pairs.
///
/// @param key of its findings
/// @param name in words
/// @param rule by which the gate judges
/// @param published whether the published figures are of such a rule
record GateRows(String key, String name, GateRule rule, boolean published) {
  private static final int STAGE = GateRule.LEAST_RUNS;
  private static final int DRAWS = 2_000;
  private static final double CONFIRMED = .5;
  private static final double THREE_PERCENT = .73;

  /// @param same pairs of one engine
  /// @param three of one with steps 3 % longer
  /// @param five of one with steps 5 % longer
  List<Finding> of(List<RunPair> same, List<RunPair> three, List<RunPair> five) {
    List<Finding> found = new ArrayList<>();
    add(found, "same", "A/A", same, .01, .01, false);
    add(found, "slower_3", "+3 %", three, THREE_PERCENT, CONFIRMED, true);
    add(found, "slower_5", "+5 %", five, 1, 1, true);
    return found;
  }

  private void add(
      List<Finding> to,
      String pairsKey,
      String words,
      List<RunPair> pairs,
      double first,
      double confirmed,
      boolean more) {
    double[] caught = caught(rule, pairs);
    int groups = pairs.size() / STAGE;
    to.add(
        finding(
            pairsKey,
            words + " called regressed, first stage",
            caught[0],
            groups,
            reference(first, groups, more)));
    to.add(
        finding(
            pairsKey + "_confirmed",
            words + " called regressed, confirmed",
            caught[1],
            groups / 2,
            reference(confirmed, groups / 2, more)));
  }

  private @Nullable Reference reference(double share, int trials, boolean more) {
    if (more) {
      return published ? Reference.shareFrom(share, trials) : null;
    }
    return Reference.shareUpTo(share, trials);
  }

  /// A slowdown of exactly what is allowed: the false alarms that the confidence speaks of.
  ///
  /// @param slowdown that the pairs have
  Finding justAllowed(List<RunPair> pairs, double slowdown) {
    double[] caught = caught(rule.withDelta(slowdown), pairs);
    int groups = pairs.size() / STAGE;
    return finding(
        "just_allowed",
        "just allowed, called regressed",
        caught[0],
        groups,
        Reference.shareUpTo(.05, groups));
  }

  /// What a planted slowdown of the steps makes of the metric: more, as more requests are in
  /// flight.
  static Finding slowdown(ComparedMetric metric, int percent, List<RunPair> pairs) {
    return new Finding(
        Finding.Part.GATE,
        metric.word() + "_slower_" + percent + "_slowdown",
        "%s: +%d %% makes it slower by".formatted(metric.word(), percent),
        Unit.RELATIVE,
        Difference.paired(metric, pairs).slowdown(),
        pairs.size(),
        true,
        null);
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

  /// Share of draws of two stages' pairs in which the first says regressed, and in which both do.
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
