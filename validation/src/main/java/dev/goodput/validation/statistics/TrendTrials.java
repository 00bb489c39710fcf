package dev.goodput.validation.statistics;

import dev.goodput.metrics.trend.ChangePoint;
import dev.goodput.metrics.trend.ChangePoints;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;

/// How often change points are marked in series of pure noise, and how often a planted step is
/// found. The noise of a series is white or depends on the run before, with a standard deviation of
/// 2 %.
///
/// @param size how many series of each kind
/// @param trials runs them
record TrendTrials(ValidationSize size, Trials trials) {
  private static final double NOISE = .02;
  private static final double STEP = .05;
  private static final double DEPENDENT = .5;
  private static final int NEAR = 5;
  private static final int FEW = 50;
  private static final double MAX_FALSE = .05;
  private static final double MIN_FOUND = .9;
  private static final long FIRST_SEED = 60_000;

  List<Finding> all() {
    List<Finding> found = new ArrayList<>();
    double usual = ChangePoints.DEFAULT_DELTA;
    for (double correlation : List.of(0.0, DEPENDENT)) {
      for (int runs : List.of(50, 100, 200)) {
        found.add(noise(runs, correlation, usual));
      }
    }
    found.add(noise(50, DEPENDENT, 0));
    for (double correlation : List.of(0.0, DEPENDENT)) {
      for (int runs : List.of(50, 100, 200)) {
        found.add(step(runs, correlation));
      }
    }
    return found;
  }

  private Finding noise(int runs, double correlation, double delta) {
    double share =
        share(
            "change points: noise of %d runs".formatted(runs),
            i -> {
              Random random = new Random(FIRST_SEED + i);
              return !find(series(runs, correlation, runs, random), delta).isEmpty();
            });
    boolean all = delta == 0;
    return new Finding(
        Finding.Part.CHANGE_POINTS,
        "noise_%d_%s%s".formatted(runs, suffix(correlation), all ? "_any" : ""),
        "%s of %d runs%s: marked".formatted(name(correlation), runs, all ? ", any change" : ""),
        Finding.Unit.SHARE,
        share,
        size.series(),
        true,
        Reference.shareUpTo(MAX_FALSE, size.series()));
  }

  /// A step anywhere that leaves ten runs on each side. 50 runs that depend on each other have no
  /// limit: this test finds 83 %, the best that is known for them 89 % (see the explanation of the
  /// statistics).
  private Finding step(int runs, double correlation) {
    double share =
        share(
            "change points: a step in %d runs".formatted(runs),
            i -> {
              Random random = new Random(2 * FIRST_SEED + i);
              int least = ChangePoints.MIN_RUNS;
              int at = least + random.nextInt(runs - 2 * least + 1);
              return find(series(runs, correlation, at, random), ChangePoints.DEFAULT_DELTA)
                  .stream()
                  .anyMatch(point -> Math.abs(point.index() - at) <= NEAR);
            });
    return new Finding(
        Finding.Part.CHANGE_POINTS,
        "step_%d_%s".formatted(runs, suffix(correlation)),
        "+5 %% in %s, %d runs: found within five".formatted(name(correlation), runs),
        Finding.Unit.SHARE,
        share,
        size.series(),
        true,
        correlation == 0 || runs > FEW ? Reference.shareFrom(MIN_FOUND, size.series()) : null);
  }

  private double share(String what, IntPredicate trial) {
    List<Boolean> results = trials.run(what, size.series(), trial::test);
    return (double) results.stream().filter(result -> result).count() / results.size();
  }

  private static List<ChangePoint> find(List<Double> values, double delta) {
    return new ChangePoints(delta).find(List.of(new ChangePoints.Series(values, false))).getFirst();
  }

  /// @param at the first run after the step; the number of runs for none
  private static List<Double> series(int runs, double correlation, int at, Random random) {
    List<Double> values = new ArrayList<>();
    double noise = random.nextGaussian();
    for (int i = 0; i < runs; i++) {
      values.add((1 + NOISE * noise) * (i < at ? 1 : 1 + STEP));
      noise =
          correlation * noise + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
    }
    return values;
  }

  private static String suffix(double correlation) {
    return correlation == 0 ? "white" : "ar";
  }

  private static String name(double correlation) {
    return correlation == 0 ? "white noise" : "AR(0.5) noise";
  }
}
