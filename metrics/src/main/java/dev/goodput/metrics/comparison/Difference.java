package dev.goodput.metrics.comparison;

import dev.goodput.metrics.interval.Moments;
import dev.goodput.metrics.interval.StudentT;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/// How much slower B is than A by one metric, and how surely: the mean of logarithms of ratios (of
/// shares: of differences), and Student's t of it. Whatever the metric, above 0 is worse: a
/// slowdown of .05 is a TTFT 5 % longer, a throughput that is 1 ÷ 1.05 of A's, or an attainment 5
/// points lower.
///
/// @param metric by which
/// @param values difference that is known, in the order of the pairs, on the scale of
///   [RunPair#worsening]: ∞ where nothing is left of what there should be more of. Of unpaired runs
///   B's, each less the mean of those of A's that are finite
/// @param missing pairs, or runs of either, that had no such figure and are left out; all where it
///   hangs on tokens that are counted otherwise on the two sides
/// @param mean of the differences; NaN without any, infinite where one is
/// @param deviation standard deviation of one difference; of unpaired runs of one run of B
/// @param standardError of the mean; of shares at least what counting so many requests gives
/// @param degrees of freedom; not above 0 where there are too few runs to tell
/// @param signFlips exact two-sided p-value of no difference, by turning signs round; empty of
///   unpaired runs, of more than [SignFlips#MOST] pairs, and where a difference is infinite. Of
///   five pairs it is never below .0625
/// @param stored A's runs where B's are held against others; null of pairs with the same requests
/// @param samplingNoise of a share, of both sides of pairs or of B alone; none of what is no share
public record Difference(
    ComparedMetric metric,
    List<Double> values,
    int missing,
    double mean,
    double deviation,
    double standardError,
    double degrees,
    OptionalDouble signFlips,
    @Nullable StoredSideRuns stored,
    List<SamplingNoise> samplingNoise) {
  private static final Moments UNKNOWN = new Moments(0, Double.NaN, Double.NaN);

  /// Copies the lists.
  public Difference {
    values = List.copyOf(values);
    samplingNoise = List.copyOf(samplingNoise);
  }

  /// By paired runs.
  public static Difference paired(ComparedMetric metric, List<RunPair> pairs) {
    boolean alike = comparable(metric, figures(pairs, RunPair::a), figures(pairs, RunPair::b));
    double[] all =
        pairs.stream().mapToDouble(p -> alike ? p.worsening(metric) : Double.NaN).toArray();
    double[] known = withoutNaN(all);
    boolean finite = DoubleStream.of(known).allMatch(Double::isFinite);
    Moments spread = finite ? Moments.of(known) : UNKNOWN;
    List<SamplingNoise> noise = samplingNoise(metric, pairs);
    double noiseError = Math.sqrt(SamplingNoise.variance(noise, known.length));
    return new Difference(
        metric,
        DoubleStream.of(known).boxed().toList(),
        all.length - known.length,
        DoubleStream.of(known).average().orElse(Double.NaN),
        spread.deviation(),
        Math.max(spread.standardError(), noiseError),
        known.length - 1,
        finite ? SignFlips.pValue(known) : OptionalDouble.empty(),
        null,
        noise);
  }

  private static List<SamplingNoise> samplingNoise(ComparedMetric metric, List<RunPair> pairs) {
    List<RunPair> both =
        pairs.stream().filter(pair -> !Double.isNaN(pair.worsening(metric))).toList();
    return metric.isShare()
        ? List.of(
            SamplingNoise.of(metric, figures(both, RunPair::a)),
            SamplingNoise.of(metric, figures(both, RunPair::b)))
        : List.of();
  }

  private static List<RunFigures> figures(List<RunPair> pairs, Function<RunPair, RunFigures> side) {
    return pairs.stream().map(side).toList();
  }

  /// Whether a figure of both sides is of the same thing.
  private static boolean comparable(ComparedMetric metric, List<RunFigures> a, List<RunFigures> b) {
    return !metric.dependsOnTokenCounts() || RunFigures.tokensComparable(a, b);
  }

  /// By runs that have nothing in common but the load that was asked, as of a stored baseline: by
  /// Welch's t, each side with the variance between its own runs; a single run of B is taken to
  /// vary as A's do.
  ///
  /// It may be claimed that B's runs differ from those of A, and not why: whatever else changed
  /// between them (the hour, the machine, its neighbours) is in it too. Where fewer than
  /// [GateRule#LEAST_RUNS] of A's have the figure nothing is known.
  ///
  /// @param a at least [GateRule#LEAST_RUNS] runs, as nothing else tells how much they vary
  /// @param b of none nothing is known
  /// @throws IllegalArgumentException of fewer
  public static Difference unpaired(ComparedMetric metric, List<RunFigures> a, List<RunFigures> b) {
    if (a.size() < GateRule.LEAST_RUNS) {
      throw new IllegalArgumentException(
          "it takes at least %d stored runs, found %d".formatted(GateRule.LEAST_RUNS, a.size()));
    }
    double[] knownA = known(a, metric);
    double[] knownB = comparable(metric, a, b) ? known(b, metric) : new double[0];
    Moments momentsA = finiteMoments(knownA);
    Moments momentsB = finiteMoments(knownB);
    int zeroRunsA = knownA.length - momentsA.count();
    double difference = meanDifference(momentsA, zeroRunsA, momentsB, knownB.length - momentsB.count());
    boolean enough = knownA.length >= GateRule.LEAST_RUNS && knownB.length > 0;
    double spreadA = withNoiseFloor(momentsA.deviation(), metric, a, knownA.length);
    double spreadB = knownB.length < 2 ? spreadA : momentsB.deviation();
    double centre = momentsA.count() == 0 ? 0 : momentsA.mean();
    StoredSideRuns stored = new StoredSideRuns(centred(knownA, centre), spreadA);
    List<SamplingNoise> noise =
        metric.isShare() ? List.of(SamplingNoise.of(metric, b)) : List.of();
    double varianceB = variance(spreadB, noise, Math.max(1, knownB.length));
    return new Difference(
        metric,
        centred(knownB, centre),
        a.size() + b.size() - knownA.length - knownB.length,
        enough ? difference : Double.NaN,
        spreadB,
        Math.sqrt(stored.variance() + varianceB),
        enough ? welchDegrees(stored, varianceB, knownB.length) : 0,
        OptionalDouble.empty(),
        stored,
        noise);
  }

  private static List<Double> centred(double[] values, double centre) {
    return DoubleStream.of(values).map(value -> value - centre).boxed().toList();
  }

  /// The deviation between runs that counting alone gives shares at least.
  private static double withNoiseFloor(
      double deviation, ComparedMetric metric, List<RunFigures> runs, int known) {
    double chance = metric.isShare() ? SamplingNoise.of(metric, runs).variance(known) : 0;
    return Math.max(deviation, Math.sqrt(chance * known));
  }

  /// Of the mean of so many runs, or pairs; of shares at least what counting gives.
  private static double variance(double deviation, List<SamplingNoise> chance, int runs) {
    return Math.max(deviation * deviation / runs, SamplingNoise.variance(chance, runs));
  }

  /// Satterthwaite's degrees of freedom; with one run of B those of A.
  private static double welchDegrees(StoredSideRuns stored, double varianceB, int b) {
    double varianceA = stored.variance();
    double both = varianceA + varianceB;
    if (b < 2 || both == 0) {
      return stored.runs() - 1;
    }
    return both
        * both
        / (varianceA * varianceA / (stored.runs() - 1) + varianceB * varianceB / (b - 1));
  }

  /// How far the means lie apart; infinite where one side alone has runs with nothing left.
  private static double meanDifference(Moments a, int zeroRunsA, Moments b, int zeroRunsB) {
    if (zeroRunsA == 0 && zeroRunsB == 0) {
      return b.mean() - a.mean();
    }
    if (zeroRunsA > 0 && zeroRunsB > 0) {
      return Double.NaN;
    }
    return zeroRunsA > 0 ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
  }

  private static double[] known(List<RunFigures> runs, ComparedMetric metric) {
    return withoutNaN(runs.stream().mapToDouble(run -> run.badness(metric)).toArray());
  }

  private static Moments finiteMoments(double[] values) {
    return Moments.of(DoubleStream.of(values).filter(Double::isFinite).toArray());
  }

  private static double[] withoutNaN(double[] values) {
    return DoubleStream.of(values).filter(value -> !Double.isNaN(value)).toArray();
  }

  /// Pairs that have the figure, or B's runs.
  public int runs() {
    return values.size();
  }

  /// Whether runs came in pairs with the same requests; else B's are held against others of A's.
  public boolean paired() {
    return stored == null;
  }

  /// Returns whether there is enough data to estimate the slowdown.
  public boolean known() {
    return degrees > 0 && Double.isFinite(mean);
  }

  /// Whether there is enough for a test; else its p-values are 1 and mean nothing.
  public boolean testable() {
    return known() || hasRunsAtZero();
  }

  /// B's slowdown: .05 is 5 % slower, or 5 points worse; below 0 is better. NaN where nothing is
  /// known; ∞ where nothing is left in some run of what there should be more of, −∞ where that was
  /// so of A alone.
  public double slowdown() {
    return Double.isInfinite(mean) ? mean : metric.fromScale(mean);
  }

  /// Returns whether B looks worse; if a run of either side has a zero figure, so that there is no
  /// mean, decides by the side on which more of them are.
  public boolean worse() {
    return hasRunsAtZero() ? pAbove(0) <= below() : mean > 0;
  }

  /// How many pairs, or runs of B, have nothing left of what there should be more of.
  public int runsAtZero() {
    return count(Double.POSITIVE_INFINITY);
  }

  /// How many pairs, or stored runs, had nothing of it before.
  public int baselineRunsAtZero() {
    return stored == null ? count(Double.NEGATIVE_INFINITY) : stored.runsAtZero();
  }

  private int count(double value) {
    return (int) values.stream().filter(one -> one == value).count();
  }

  /// Whether some run has nothing left of what there should be more of, so that runs can be counted
  /// and no mean tells.
  public boolean hasRunsAtZero() {
    boolean some = runsAtZero() > 0 || baselineRunsAtZero() > 0;
    return some && (stored == null || degrees > 0);
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
  public double lowerBound(double confidence) {
    return end(-1, confidence);
  }

  /// The slowdown is below this with so much confidence; ∞ where nothing is known.
  public double upperBound(double confidence) {
    return end(1, confidence);
  }

  private double end(int side, double oneSided) {
    if (!known()) {
      return side < 0 ? -1 : Double.POSITIVE_INFINITY;
    }
    return metric.fromScale(mean + side * StudentT.oneSided(oneSided, degrees) * standardError);
  }

  /// The p-value of a slowdown of no more than `delta`, one-sided; 1 where nothing is known. Where
  /// a difference is infinite by the exact sign test: were the slowdown as allowed, each pair would
  /// lie above it with a chance of a half; and of unpaired runs by Wilcoxon's exact rank sum test.
  public double pAbove(double delta) {
    double bound = metric.toScale(delta);
    if (hasRunsAtZero()) {
      return stored == null
          ? signTest(bound, 1)
          : RankSum.pValue(minusBound(bound), array(stored.values()));
    }
    double distance = mean - bound;
    if (!known()) {
      return 1;
    }
    if (standardError == 0) {
      return distance > 0 ? 0 : 1;
    }
    return StudentT.above(distance / standardError, degrees);
  }

  /// The two-sided p-value of no difference; 1 where nothing is known, and where there is none.
  double pDifferent() {
    if (mean == 0) {
      return 1;
    }
    double above = pAbove(0);
    if (hasRunsAtZero()) {
      return Math.min(1, 2 * Math.min(above, below()));
    }
    return known() ? Math.min(1, 2 * Math.min(above, 1 - above)) : 1;
  }

  private double below() {
    return stored == null ? signTest(0, -1) : RankSum.pValue(array(stored.values()), minusBound(0));
  }

  /// B's runs, less what is allowed.
  private double[] minusBound(double bound) {
    return values.stream().mapToDouble(value -> value - bound).toArray();
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /// The exact chance of so many differences beyond a bound, or more, to one side of it.
  private double signTest(double bound, int side) {
    long exceeding = values.stream().filter(value -> side * (value - bound) > 0).count();
    return SignFlips.binomialTail((int) exceeding, values.size());
  }

  /// The two-sided p-values of no difference, corrected by Holm for the whole set.
  public static double[] pDifferent(List<Difference> differences) {
    return Holm.corrected(differences.stream().mapToDouble(Difference::pDifferent).toArray());
  }

  /// How many runs like these settle it, alone, with a chance of `power`, where the slowdown is as
  /// it looks now: the fewest `n` of at least five with `(t₁ + t₂)·se(n) ≤ |bound − mean|`, where
  /// `t₁` is Student's one-sided quantile of the confidence and `t₂` that of the power. Of pairs
  /// `se(n) = s ÷ √n` with n − 1 degrees, of shares no less than counting gives then; against
  /// stored runs `√(s_A² ÷ n_A + s_B² ÷ n)` with Satterthwaite's, which no number of new runs takes
  /// below what the stored ones leave. Empty where no affordable number does.
  ///
  /// @param delta the slowdown that is allowed
  /// @param confidence of the verdict, one-sided
  public OptionalInt runsForVerdict(double delta, double confidence, double power) {
    double distance = Math.abs(metric.toScale(delta) - mean);
    if (!known()) {
      return OptionalInt.empty();
    }
    for (int n = GateRule.LEAST_RUNS; n <= GateRule.MOST_RUNS; n++) {
      if (requiredDistance(n, confidence, power) <= distance) {
        return OptionalInt.of(n);
      }
    }
    return OptionalInt.empty();
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

  /// The slowdown that so many pairs, or runs, like these catch four times in five: at which the
  /// one-sided bound of the confidence lies above `delta` with a chance of 80 %, by the noncentral
  /// t distribution. ∞ where nothing is known.
  public double detectable(double delta, double confidence, int pairs) {
    if (!known() || pairs < 2) {
      return Double.POSITIVE_INFINITY;
    }
    double errors = NoncentralT.detectableEffect(confidence, GateRule.POWER, degreesOf(pairs));
    return metric.fromScale(metric.toScale(delta) + errors * standardErrorOf(pairs));
  }

  /// How far from the bound a slowdown has to lie.
  private double requiredDistance(int runs, double confidence, double power) {
    double df = degreesOf(runs);
    return (StudentT.oneSided(confidence, df) + StudentT.oneSided(power, df)) * standardErrorOf(runs);
  }

  /// The standard error of so many runs like these.
  private double standardErrorOf(int runs) {
    double variance = variance(deviation, samplingNoise, runs);
    return Math.sqrt(variance + (stored == null ? 0 : stored.variance()));
  }

  private double degreesOf(int runs) {
    return stored == null ? runs - 1 : welchDegrees(stored, variance(deviation, samplingNoise, runs), runs);
  }
}
