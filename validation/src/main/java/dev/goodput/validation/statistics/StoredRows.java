package dev.goodput.validation.statistics;

import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.comparison.GateRule;
import dev.goodput.metrics.comparison.GateVerdict;
import dev.goodput.metrics.comparison.RunFigures;
import dev.goodput.metrics.comparison.RunPair;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// The gate's results for new runs against stored ones, by Welch's test.
///
/// Drawn from the runs of pairs: stored ones from A, new ones from B of other pairs, so that no two
/// have the same requests. The runs of a session have one random factor in common, as a restart or
/// another day may make all of them slower. The new runs are always one session. The level is only
/// guaranteed if sessions do not differ; how much they differ, no run of one session shows.
///
/// @param metric by which
record StoredRows(ComparedMetric metric) {
  private static final int STORED = 8;
  private static final int NEW = GateRule.MIN_RUNS;
  private static final int DRAWS = 2_000;
  private static final double LEVEL = .05;

  /// How often the same is called regressed.
  List<Finding> same(List<RunPair> same) {
    double usual = GateRule.DEFAULT.delta();
    return List.of(
        finding("same_0", "A/A, 0 % allowed", same, share(same, 0, 0, 1), LEVEL),
        finding("same", "A/A", same, share(same, usual, 0, 1), LEVEL),
        finding("sessions_1", "A/A, sessions differ by 1 %", same, share(same, usual, .01, 1), 1),
        finding("sessions_2", "A/A, sessions differ by 2 %", same, share(same, usual, .02, 1), 1),
        finding(
            "sessions_2_of_4",
            "A/A, sessions differ by 2 %, four stored ones",
            same,
            share(same, usual, .02, 4),
            1));
  }

  /// How often longer steps are caught.
  ///
  /// @param same pairs whose A is stored
  /// @param slower pairs whose B is new
  Finding slower(List<RunPair> same, List<RunPair> slower) {
    List<RunPair> apart = new ArrayList<>();
    for (int i = 0; i < Math.min(same.size(), slower.size()); i++) {
      apart.add(new RunPair(same.get(i).a(), slower.get(i).b()));
    }
    double caught = share(apart, GateRule.DEFAULT.delta(), 0, 1);
    return finding("slower_5", "steps +5 %", apart, caught, 1);
  }

  /// The share of draws that are called regressed.
  ///
  /// @param deviation between sessions, of the logarithm
  /// @param sessions of the stored runs
  private double share(List<RunPair> pairs, double allowed, double deviation, int sessions) {
    GateRule rule = GateRule.DEFAULT.withMetrics(List.of(metric)).withDelta(allowed);
    Random random = new Random(1);
    List<RunPair> drawn = new ArrayList<>(pairs);
    int regressed = 0;
    for (int i = 0; i < DRAWS; i++) {
      Collections.shuffle(drawn, random);
      List<RunFigures> stored = new ArrayList<>();
      for (int k = 0; k < sessions; k++) {
        List<RunPair> session = drawn.subList(k * STORED / sessions, (k + 1) * STORED / sessions);
        stored.addAll(times(factor(deviation, random), session.stream().map(RunPair::a).toList()));
      }
      List<RunPair> others = drawn.subList(STORED, STORED + NEW);
      List<RunFigures> now =
          times(factor(deviation, random), others.stream().map(RunPair::b).toList());
      regressed += rule.judge(stored, now).verdict() == GateVerdict.REGRESSED ? 1 : 0;
    }
    return (double) regressed / DRAWS;
  }

  private static double factor(double deviation, Random random) {
    return Math.exp(deviation * random.nextGaussian());
  }

  private List<RunFigures> times(double factor, List<RunFigures> runs) {
    List<RunFigures> all = new ArrayList<>();
    for (RunFigures run : runs) {
      Double value = run.value(metric);
      all.add(new RunFigures(value == null ? Map.of() : Map.of(metric, factor * value)));
    }
    return all;
  }

  /// @param most that is promised; 1 where nothing is
  private Finding finding(
      String key, String words, List<RunPair> pairs, double share, double most) {
    int trials = pairs.size() / (STORED + NEW);
    return new Finding(
        Finding.Part.GATE,
        metric.key() + "_stored_" + key,
        "%s, %d stored and %d new runs: %s, called regressed"
            .formatted(metric.key(), STORED, NEW, words),
        Finding.Unit.SHARE,
        share,
        trials,
        true,
        most < 1 ? Reference.shareUpTo(most, trials) : null);
  }
}
