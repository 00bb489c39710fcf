package dev.goodput.metrics.comparison;

import dev.goodput.metrics.interval.Moments;
import dev.goodput.metrics.interval.StudentT;
import java.util.Arrays;
import java.util.OptionalLong;

/// The difference between the mean scores or costs of two sides' tasks, with its 95 % confidence
/// interval.
///
/// @param tasks number of distinct tasks: of the pairs, or of the side with fewer
/// @param paired whether both sides have the same tasks, which are compared pairwise
/// @param value B − A for scores; B ÷ A − 1 for costs
/// @param deviation the standard deviation of one pair; if unpaired, the standard error times the
///   square root of the number of tasks
/// @param low the lower end of the interval
/// @param high the upper end
public record MeanDifference(
    int tasks, boolean paired, double value, double deviation, double low, double high) {
  private static final double CONFIDENCE = 0.95;
  private static final double POWER = 0.8;

  /// The largest number of tasks that is recommended.
  private static final long MAX = 10_000_000;

  /// With fewer differing pairs the variance between tasks cannot be estimated.
  private static final int MIN_DIFFERENT = 5;

  /// Scores from 0 to 1 of the same tasks on both sides, in the same order.
  ///
  /// If all scores are 0 or 1, or hardly any pair differs, one pair in favour of each side is added
  /// (Bonett and Price, "Adjusted Wald confidence interval for a difference of binomial proportions
  /// based on paired data", 2012). The value stays that of the real pairs.
  ///
  /// @param tasks how many different tasks there are: repeating a task adds little information
  /// @throws IllegalArgumentException if there are no pairs
  public static MeanDifference pairedScores(double[] a, double[] b, long tasks) {
    requirePairs(a, b);
    double[] differences = new double[a.length];
    int differing = 0;
    boolean binary = true;
    for (int i = 0; i < a.length; i++) {
      differences[i] = b[i] - a[i];
      differing += differences[i] == 0 ? 0 : 1;
      binary &= Math.abs(differences[i]) % 1 == 0;
    }
    boolean few = (double) differing * distinctTasks(a, tasks) / a.length < MIN_DIFFERENT;
    Moments moments =
        binary || few ? moments(differences, tasks, 1, -1) : moments(differences, tasks);
    return paired(a, tasks, Moments.of(differences).mean(), moments);
  }

  /// Scores from 0 to 1 of different tasks, by Welch's interval. One 0 and one 1 are added on each
  /// side, as [dev.goodput.metrics.interval.MeanInterval] does.
  ///
  /// @param tasks how many different tasks a side has: repeating a task adds little information
  /// @throws IllegalArgumentException if a side has no scores
  public static MeanDifference scores(double[] a, double[] b, long tasks) {
    if (a.length == 0 || b.length == 0) {
      throw new IllegalArgumentException("a side has no scores");
    }
    Moments one = moments(a, tasks, 0, 1);
    Moments other = moments(b, tasks, 0, 1);
    return unpaired(
        distinctTasks(a.length < b.length ? a : b, tasks),
        Moments.of(b).mean() - Moments.of(a).mean(),
        other.mean() - one.mean(),
        one.standardError(),
        other.standardError(),
        new int[] {one.count(), other.count()});
  }

  /// Costs of the same tasks on both sides: the ratio of the sums, linearized.
  ///
  /// @param tasks how many different tasks there are: repeating a task adds little information
  /// @throws IllegalArgumentException if there are no pairs, or A costs nothing
  public static MeanDifference pairedCosts(double[] a, double[] b, long tasks) {
    requirePairs(a, b);
    double mean = positiveMean(a);
    double ratio = Moments.of(b).mean() / mean;
    double[] residuals = new double[a.length];
    for (int i = 0; i < a.length; i++) {
      residuals[i] = (b[i] - ratio * a[i]) / mean;
    }
    Moments moments = moments(residuals, tasks);
    return paired(
        a, tasks, ratio - 1, new Moments(moments.count(), ratio - 1, moments.deviation()));
  }

  /// Costs of different tasks.
  ///
  /// @param tasks how many different tasks a side has: repeating a task adds little information
  /// @throws IllegalArgumentException if a side has none, or A costs nothing
  public static MeanDifference costs(double[] a, double[] b, long tasks) {
    double mean = positiveMean(a);
    Moments one = moments(a, tasks);
    Moments other = moments(b, tasks);
    double ratio = other.mean() / mean;
    return unpaired(
        Math.min(one.count(), other.count()),
        ratio - 1,
        ratio - 1,
        ratio * one.standardError() / mean,
        other.standardError() / mean,
        new int[] {one.count(), other.count()});
  }

  /// Returns values whose mean is the cost per success and whose variance is that of this ratio of
  /// means (Cochran, "Sampling Techniques", 1977, §6.3). If every task succeeds once, these are the
  /// costs.
  ///
  /// @param costs of each task
  /// @param successes of each task
  /// @throws IllegalArgumentException if there is no success
  public static double[] perSuccess(double[] costs, double[] successes) {
    double mean = Arrays.stream(successes).average().orElse(0);
    if (!(mean > 0)) {
      throw new IllegalArgumentException("no request succeeded, so a success has no cost");
    }
    double each = Arrays.stream(costs).average().orElse(0) / mean;
    double[] values = new double[costs.length];
    for (int i = 0; i < costs.length; i++) {
      values[i] = each + (costs[i] - each * successes[i]) / mean;
    }
    return values;
  }

  private static int distinctTasks(double[] values, long tasks) {
    return (int) Math.min(values.length, tasks);
  }

  /// Returns the moments of the values and of added ones. The number of values is limited to that
  /// of distinct tasks: repetitions of a task are treated as fully correlated.
  private static Moments moments(double[] values, long tasks, double... added) {
    Moments all = Moments.of(values);
    double n = distinctTasks(values, tasks);
    int count = (int) n + added.length;
    double mean = (n * all.mean() + Arrays.stream(added).sum()) / count;
    double variance = all.deviation() * all.deviation() * (values.length - 1) / values.length;
    double squares = n * (variance + (all.mean() - mean) * (all.mean() - mean));
    for (double each : added) {
      squares += (each - mean) * (each - mean);
    }
    return new Moments(count, mean, count < 2 ? 0 : Math.sqrt(squares / (count - 1)));
  }

  private static void requirePairs(double[] a, double[] b) {
    if (a.length != b.length || a.length == 0) {
      throw new IllegalArgumentException(a.length + " and " + b.length + " values are no pairs");
    }
  }

  private static double positiveMean(double[] costs) {
    double mean = Moments.of(costs).mean();
    if (!(mean > 0)) {
      throw new IllegalArgumentException("costs of A must be above 0, found a mean of " + mean);
    }
    return mean;
  }

  private static MeanDifference paired(double[] a, long tasks, double value, Moments moments) {
    double halfWidth =
        moments.count() < 2
            ? Double.POSITIVE_INFINITY
            : StudentT.twoSided(CONFIDENCE, moments.count() - 1) * moments.standardError();
    return new MeanDifference(
        distinctTasks(a, tasks),
        true,
        value,
        moments.deviation(),
        moments.mean() - halfWidth,
        moments.mean() + halfWidth);
  }

  /// Welch's interval with Satterthwaite's degrees of freedom.
  private static MeanDifference unpaired(
      int tasks, double value, double centre, double errorA, double errorB, int[] counts) {
    double a = errorA * errorA;
    double b = errorB * errorB;
    double error = Math.sqrt(a + b);
    boolean known = counts[0] > 1 && counts[1] > 1;
    double degrees = (a + b) * (a + b) / (a * a / (counts[0] - 1) + b * b / (counts[1] - 1));
    double halfWidth = Double.POSITIVE_INFINITY;
    if (known) {
      halfWidth = error == 0 ? 0 : StudentT.twoSided(CONFIDENCE, degrees) * error;
    }
    double deviation = error * Math.sqrt(tasks);
    return new MeanDifference(
        tasks, false, value, deviation, centre - halfWidth, centre + halfWidth);
  }

  /// Returns whether the confidence interval excludes 0.
  public boolean excludesZero() {
    return low > 0 || high < 0;
  }

  /// Compares a change for the worse with the allowed one.
  ///
  /// @param worse 1 if a larger value is worse, as of costs, −1 if a smaller one is, as of scores
  /// @param allowed the largest change for the worse, at least 0
  public GateVerdict verdict(int worse, double allowed) {
    double most = worse > 0 ? high : -low;
    double least = worse > 0 ? low : -high;
    if (least > allowed) {
      return GateVerdict.REGRESSED;
    }
    return most <= allowed ? GateVerdict.OK : GateVerdict.INCONCLUSIVE;
  }

  /// Returns the number of distinct tasks that gives a verdict with a power of 80 %, if the true
  /// difference is the observed one; empty if it exceeds the recommended maximum.
  ///
  /// @param worse as for [#verdict]
  /// @param allowed as for [#verdict]
  public OptionalLong tasksForVerdict(int worse, double allowed) {
    double distance = Math.abs(worse * value - allowed);
    double errors = StudentT.twoSided(CONFIDENCE, MAX) + StudentT.oneSided(POWER, MAX);
    double needed = Math.pow(errors * deviation / distance, 2);
    return needed <= MAX ? OptionalLong.of((long) Math.ceil(needed)) : OptionalLong.empty();
  }
}
