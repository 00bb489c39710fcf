package dev.goodput.metrics.comparison;

import dev.goodput.metrics.interval.Moments;
import dev.goodput.metrics.interval.StudentT;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/// How much slower B is than A by one metric, and how surely: the mean of logarithms of ratios, and
/// Student's t of it. Whatever the metric, above 0 is worse: a slowdown of .05 is a TTFT 5 %
/// longer, or a throughput that is 1 ÷ 1.05 of A's.
///
/// @param metric by which
/// @param paired whether runs came in pairs with the same requests; else B's runs are held against
///   others of A's
/// @param runs pairs, or B's runs
/// @param without pairs, or runs of either, that had no such figure and are left out
/// @param mean of the logarithms; NaN without any
/// @param deviation standard deviation of one difference
/// @param standardError of the mean
/// @param degrees of freedom; not above 0 where there are too few runs to tell
/// @param signFlips exact two-sided p-value of no difference, by turning signs round; empty of
///   unpaired runs and of more than [SignFlips#MOST] pairs
public record Difference(
    ComparedMetric metric,
    boolean paired,
    int runs,
    int without,
    double mean,
    double deviation,
    double standardError,
    double degrees,
    OptionalDouble signFlips) {

  /// By paired runs.
  public static Difference paired(ComparedMetric metric, List<RunPair> pairs) {
    double[] all = pairs.stream().mapToDouble(pair -> pair.logSlowdown(metric)).toArray();
    double[] known = numbers(all);
    Moments moments = Moments.of(known);
    return new Difference(
        metric,
        true,
        known.length,
        all.length - known.length,
        known.length == 0 ? Double.NaN : moments.mean(),
        moments.deviation(),
        moments.standardError(),
        known.length - 1,
        SignFlips.pValue(known));
  }

  /// By runs that have nothing in common but the load that was asked, as of a stored baseline: by
  /// Welch's t, each side with the variance between its own runs; a single run of B is taken to
  /// vary as A's do.
  ///
  /// It may be claimed that B's runs differ from those of A, and not why: whatever else changed
  /// between them (the hour, the machine, its neighbours) is in it too.
  ///
  /// @param a at least [GateRule#LEAST_RUNS] runs, as nothing else tells how much they vary
  /// @param b at least one
  /// @throws IllegalArgumentException of fewer
  public static Difference unpaired(ComparedMetric metric, List<RunFigures> a, List<RunFigures> b) {
    if (a.size() < GateRule.LEAST_RUNS || b.isEmpty()) {
      throw new IllegalArgumentException(
          "it takes at least %d stored runs and one more, found %d and %d"
              .formatted(GateRule.LEAST_RUNS, a.size(), b.size()));
    }
    double[] knownA = numbers(a.stream().mapToDouble(run -> run.logSlowness(metric)).toArray());
    double[] knownB = numbers(b.stream().mapToDouble(run -> run.logSlowness(metric)).toArray());
    Moments before = Moments.of(knownA);
    Moments now = Moments.of(knownB);
    boolean both = knownA.length > 0 && knownB.length > 0;
    double spread = knownB.length < 2 ? before.deviation() : now.deviation();
    double varianceA = before.deviation() * before.deviation() / Math.max(1, knownA.length);
    double varianceB = spread * spread / Math.max(1, knownB.length);
    return new Difference(
        metric,
        false,
        knownB.length,
        a.size() + b.size() - knownA.length - knownB.length,
        both ? now.mean() - before.mean() : Double.NaN,
        Math.hypot(before.deviation(), spread),
        Math.sqrt(varianceA + varianceB),
        both ? welch(varianceA, knownA.length, varianceB, knownB.length) : 0,
        OptionalDouble.empty());
  }

  /// Satterthwaite's degrees of freedom; with one run of B those of A.
  private static double welch(double varianceA, int a, double varianceB, int b) {
    double both = varianceA + varianceB;
    if (b < 2 || both == 0) {
      return a - 1;
    }
    double ofA = a < 2 ? 0 : varianceA * varianceA / (a - 1);
    return a < 2 ? 0 : both * both / (ofA + varianceB * varianceB / (b - 1));
  }

  private static double[] numbers(double[] values) {
    return DoubleStream.of(values).filter(value -> !Double.isNaN(value)).toArray();
  }

  /// Whether there is enough to say anything.
  public boolean known() {
    return degrees > 0 && !Double.isNaN(mean);
  }

  /// B's slowdown: .05 is 5 % slower, below 0 is faster. NaN where nothing is known.
  public double slowdown() {
    return Math.expm1(mean);
  }

  /// The lower end of the two-sided interval of the slowdown; −1 where nothing is known.
  public double low(double confidence) {
    return end(-1, (1 + confidence) / 2);
  }

  /// The upper end of the two-sided interval of the slowdown; ∞ where nothing is known.
  public double high(double confidence) {
    return end(1, (1 + confidence) / 2);
  }

  /// The slowdown is above this with so much confidence; −1 where nothing is known.
  public double atLeast(double confidence) {
    return end(-1, confidence);
  }

  /// The slowdown is below this with so much confidence; ∞ where nothing is known.
  public double atMost(double confidence) {
    return end(1, confidence);
  }

  private double end(int side, double oneSided) {
    if (!known()) {
      return side < 0 ? -1 : Double.POSITIVE_INFINITY;
    }
    return Math.expm1(mean + side * StudentT.oneSided(oneSided, degrees) * standardError);
  }

  /// The p-value of a slowdown of no more than `delta`, one-sided; 1 where nothing is known.
  public double pAbove(double delta) {
    double off = mean - Math.log1p(delta);
    if (!known()) {
      return 1;
    }
    if (standardError == 0) {
      return off > 0 ? 0 : 1;
    }
    return StudentT.above(off / standardError, degrees);
  }

  /// How many runs like these settle it, alone, four times in five, where the slowdown is as it
  /// looks now: the fewest `n` of at least five with `(t₁ + t₂)·s ÷ √n ≤ |ln(1 + δ) − mean|`, where
  /// `t₁` is Student's one-sided quantile of the confidence and `t₂` that of 80 %, both for n − 1
  /// degrees of freedom, and `s` the deviation of one difference. 0 where no affordable number
  /// does.
  ///
  /// @param delta the slowdown that is allowed
  /// @param confidence of the verdict, one-sided
  public int runsToSettle(double delta, double confidence) {
    double distance = Math.abs(Math.log1p(delta) - mean);
    if (!known()) {
      return 0;
    }
    for (int n = GateRule.LEAST_RUNS; n <= GateRule.MOST_RUNS; n++) {
      if (bothQuantiles(confidence, n) * deviation / Math.sqrt(n) <= distance) {
        return n;
      }
    }
    return 0;
  }

  /// Paired differences by each metric of a set.
  public static List<Difference> paired(List<ComparedMetric> metrics, List<RunPair> pairs) {
    return metrics.stream().map(metric -> paired(metric, pairs)).toList();
  }

  /// Unpaired differences by each metric of a set.
  public static List<Difference> unpaired(
      List<ComparedMetric> metrics, List<RunFigures> a, List<RunFigures> b) {
    return metrics.stream().map(metric -> unpaired(metric, a, b)).toList();
  }

  /// The slowdown that so many pairs like these catch four times in five: at which the one-sided
  /// bound of the confidence lies above `delta` with a chance of 80 %. ∞ where nothing is known.
  public double detectable(double delta, double confidence, int pairs) {
    if (!known() || pairs < 2) {
      return Double.POSITIVE_INFINITY;
    }
    double t = bothQuantiles(confidence, pairs);
    return Math.expm1(Math.log1p(delta) + t * deviation / Math.sqrt(pairs));
  }

  private static double bothQuantiles(double confidence, int runs) {
    return StudentT.oneSided(confidence, runs - 1) + StudentT.oneSided(GateRule.POWER, runs - 1);
  }
}
