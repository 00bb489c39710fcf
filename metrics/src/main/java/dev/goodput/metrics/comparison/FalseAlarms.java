package dev.goodput.metrics.comparison;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.random.RandomGenerator;

/// The rate of regressions that a setup reports between identical systems, from pairs of A against
/// A.
///
/// The sides of such pairs are exchangeable. Pairs are therefore drawn at random from those
/// measured, each swapped with a probability of ½, and judged by the gate's rule.
///
/// @param pairs pairs that were run
/// @param perStage pairs of one stage of the gate
/// @param firstStage share of the draws in which the first stage is `regressed`
/// @param confirmed share in which new pairs confirm it; empty if there are too few pairs for two
///   stages
public record FalseAlarms(int pairs, int perStage, double firstStage, OptionalDouble confirmed) {
  private static final int DRAWS = 10_000;

  /// Draws from pairs. The same random numbers give the same result.
  ///
  /// @param perStage at least [GateRule#MIN_RUNS], at most as many as there are
  /// @throws IllegalArgumentException if `perStage` is outside this range
  public static FalseAlarms of(
      List<RunPair> pairs, GateRule rule, int perStage, RandomGenerator random) {
    if (perStage < GateRule.MIN_RUNS || perStage > pairs.size()) {
      throw new IllegalArgumentException(
          "a stage has %d pairs or more, and no more than were run (%d), found %d"
              .formatted(GateRule.MIN_RUNS, pairs.size(), perStage));
    }
    boolean twoStages = pairs.size() >= 2 * perStage;
    List<RunPair> drawn = new ArrayList<>(pairs);
    int regressedDraws = 0;
    int confirmedDraws = 0;
    for (int i = 0; i < DRAWS; i++) {
      Collections.shuffle(drawn, random);
      GateStage stage = rule.judge(randomlySwapped(drawn.subList(0, perStage), random));
      if (stage.verdict() == GateVerdict.REGRESSED) {
        regressedDraws++;
        confirmedDraws +=
            twoStages && confirms(drawn, perStage, rule.withMetrics(stage.regressed()), random)
                ? 1
                : 0;
      }
    }
    return new FalseAlarms(
        pairs.size(),
        perStage,
        (double) regressedDraws / DRAWS,
        twoStages ? OptionalDouble.of((double) confirmedDraws / DRAWS) : OptionalDouble.empty());
  }

  private static boolean confirms(
      List<RunPair> drawn, int perStage, GateRule rule, RandomGenerator random) {
    List<RunPair> fresh = randomlySwapped(drawn.subList(perStage, 2 * perStage), random);
    return rule.judge(fresh).verdict() == GateVerdict.REGRESSED;
  }

  private static List<RunPair> randomlySwapped(List<RunPair> pairs, RandomGenerator random) {
    return pairs.stream().map(pair -> random.nextBoolean() ? pair : pair.swapped()).toList();
  }
}
