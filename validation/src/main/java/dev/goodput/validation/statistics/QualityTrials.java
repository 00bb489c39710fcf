package dev.goodput.validation.statistics;

import dev.goodput.metrics.comparison.GateVerdict;
import dev.goodput.metrics.comparison.MeanDifference;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Predicate;

/// How often the gate on quality calls a server worse whose answers are as good, finds planted
/// wrong answers, and gives no verdict if there are too few tasks.
///
/// Tasks differ in difficulty. A server whose answers vary answers each task rightly with a
/// probability of the task; a server with fixed answers always gives the same one. The planted loss
/// makes 3 % of the answers wrong.
///
/// @param trials runs them
record QualityTrials(Trials trials) {
  private static final int COMPARISONS = 400;
  private static final double ALLOWED = .01;
  private static final double WRONG = .03;
  private static final double MAX_FALSE = .05;
  private static final double MIN_FOUND = .9;
  private static final double POWER = .8;
  private static final int FEW = 20;
  private static final int MANY = 1_000;
  private static final int MORE = 25_000;
  private static final int LARGE = 200_000;
  private static final long FIRST_SEED = 80_000;

  /// Compares two servers by so many tasks.
  private interface Servers {
    MeanDifference compare(int tasks, SplittableRandom random);
  }

  List<Finding> all() {
    List<Finding> found = new ArrayList<>();
    for (int tasks : List.of(FEW, MANY)) {
      found.add(falseAlarms("varying", "answers vary", tasks, QualityTrials::same));
      found.add(falseAlarms("graded", "scores from 0 to 1", tasks, QualityTrials::graded));
      found.add(falseAlarms("other_tasks", "other tasks", tasks, QualityTrials::otherTasks));
    }
    found.add(
        share(
            "aa_varying_allowed",
            "A/A, answers vary, 1,000 tasks: regressed",
            compared(MANY, QualityTrials::same),
            each -> each.verdict(-1, ALLOWED) == GateVerdict.REGRESSED,
            Reference.shareUpTo(MAX_FALSE, COMPARISONS)));
    found.add(
        caught(
            "wrong_fixed", "3 % wrong, 1,000 tasks: regressed", MANY, QualityTrials::wrongFixed));
    found.add(
        caught(
            "wrong_varying",
            "3 % wrong, answers vary, 25,000 tasks: regressed",
            MORE,
            QualityTrials::wrongVarying));
    List<MeanDifference> few = compared(FEW, QualityTrials::wrongFixed);
    found.add(
        share(
            "wrong_few_inconclusive",
            "3 % wrong, 20 tasks: inconclusive",
            few,
            each -> each.verdict(-1, ALLOWED) == GateVerdict.INCONCLUSIVE,
            Reference.shareFrom(1 - MAX_FALSE, COMPARISONS)));
    found.addAll(named("fixed", "3 % wrong", QualityTrials::wrongFixed));
    found.addAll(named("varying", "3 % wrong, answers vary", QualityTrials::wrongVarying));
    return found;
  }

  /// With no loss allowed, each loss that is shown is a false alarm.
  private Finding falseAlarms(String key, String what, int tasks, Servers servers) {
    return share(
        "aa_%s_%d".formatted(key, tasks),
        "A/A, %s, %,d tasks: a loss is shown".formatted(what, tasks),
        compared(tasks, servers),
        each -> each.verdict(-1, 0) == GateVerdict.REGRESSED,
        Reference.shareUpTo(MAX_FALSE, COMPARISONS));
  }

  private Finding caught(String key, String what, int tasks, Servers servers) {
    return share(
        key,
        what,
        compared(tasks, servers),
        each -> each.verdict(-1, ALLOWED) == GateVerdict.REGRESSED,
        Reference.shareFrom(MIN_FOUND, COMPARISONS));
  }

  /// The number of tasks that the gate names if it knows the difference and the spread well, and
  /// how often so many tasks give a verdict.
  private List<Finding> named(String key, String what, Servers servers) {
    MeanDifference known = servers.compare(LARGE, new SplittableRandom(FIRST_SEED));
    int tasks = Math.toIntExact(known.tasksForVerdict(-1, ALLOWED).orElseThrow());
    return List.of(
        new Finding(
            Finding.Part.QUALITY,
            "tasks_named_" + key,
            what + ": tasks that would settle it",
            Finding.Unit.REQUESTS,
            tasks,
            1,
            true,
            null),
        share(
            "tasks_named_%s_settle".formatted(key),
            what + ", so many tasks: a verdict",
            compared(tasks, servers),
            each -> each.verdict(-1, ALLOWED) != GateVerdict.INCONCLUSIVE,
            Reference.shareFrom(POWER, COMPARISONS)));
  }

  private List<MeanDifference> compared(int tasks, Servers servers) {
    return trials.run(
        "quality: comparisons of %,d tasks".formatted(tasks),
        COMPARISONS,
        i -> servers.compare(tasks, new SplittableRandom(FIRST_SEED + i)));
  }

  private static Finding share(
      String key,
      String what,
      List<MeanDifference> compared,
      Predicate<MeanDifference> counted,
      Reference reference) {
    double share = (double) compared.stream().filter(counted).count() / compared.size();
    return new Finding(
        Finding.Part.QUALITY,
        key,
        what,
        Finding.Unit.SHARE,
        share,
        compared.size(),
        true,
        reference);
  }

  private static MeanDifference same(int tasks, SplittableRandom random) {
    return paired(tasks, random, QualityTrials::varying, _ -> false);
  }

  private static MeanDifference wrongVarying(int tasks, SplittableRandom random) {
    return paired(tasks, random, QualityTrials::varying, each -> each.nextDouble() < WRONG);
  }

  /// A gives the references, B the same answers but for the wrong ones.
  private static MeanDifference wrongFixed(int tasks, SplittableRandom random) {
    return paired(tasks, random, _ -> new double[] {1, 1}, each -> each.nextDouble() < WRONG);
  }

  /// Scores such as ROUGE: near each other for one task, anywhere between tasks.
  private static MeanDifference graded(int tasks, SplittableRandom random) {
    return paired(
        tasks,
        random,
        each -> {
          double task = each.nextDouble(.1, .9);
          return new double[] {task + each.nextDouble(-.1, .1), task + each.nextDouble(-.1, .1)};
        },
        _ -> false);
  }

  private static double[] varying(SplittableRandom random) {
    double right = Math.min(1, 1.6 * random.nextDouble()); // the easiest third is always right
    return new double[] {random.nextDouble() < right ? 1 : 0, random.nextDouble() < right ? 1 : 0};
  }

  /// @param scores of one task on both sides
  /// @param wrong whether B is wrong at a task, whatever its score would be
  private static MeanDifference paired(
      int tasks,
      SplittableRandom random,
      Function<SplittableRandom, double[]> scores,
      Predicate<SplittableRandom> wrong) {
    double[] a = new double[tasks];
    double[] b = new double[tasks];
    for (int i = 0; i < tasks; i++) {
      double[] both = scores.apply(random);
      a[i] = both[0];
      b[i] = wrong.test(random) ? 0 : both[1];
    }
    return MeanDifference.pairedScores(a, b, tasks);
  }

  private static MeanDifference otherTasks(int tasks, SplittableRandom random) {
    double[] a = new double[tasks];
    double[] b = new double[tasks];
    for (int i = 0; i < tasks; i++) {
      a[i] = varying(random)[0];
      b[i] = varying(random)[0];
    }
    return MeanDifference.scores(a, b, tasks);
  }
}
