package dev.goodput.metrics.comparison;

import dev.goodput.metrics.interval.Moments;
import dev.goodput.metrics.interval.StudentT;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/// The slowdown of B against A by one metric, with its uncertainty: the mean of the log ratios (for
/// shares, of the differences), and Student's t. A positive slowdown is always worse: .05 is a TTFT
/// 5 % longer, a throughput of 1 ÷ 1.05 of A's, or an attainment 5 percentage points lower.
///
/// @param metric the metric
/// @param values the known differences of the pairs, in their order, as [RunPair#worsening]. If
///   unpaired, the values of B's runs, minus the mean of A's finite ones
/// @param missing number of pairs, or runs, that are excluded because they have no value; all of
///   them if token counts are not comparable
/// @param mean mean of the differences; NaN without any; infinite if one is
/// @param deviation standard deviation of one difference; if unpaired, of one run of B
/// @param standardError standard error of the mean; for shares at least the sampling noise
/// @param degrees degrees of freedom; 0 or below if there are too few runs
/// @param signFlips two-sided p-value of Fisher's randomisation test; at least .0625 for five
///   pairs. Empty if unpaired, for more than [SignFlips#MAX] pairs, and if a difference is infinite
/// @param stored the baseline's runs if unpaired; null if paired
/// @param samplingNoise the sampling noise of a share: of both sides if paired, of B if unpaired;
///   empty for other metrics
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

  /// Returns the difference of paired runs.
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

  /// Returns whether the metric is comparable between the sides.
  private static boolean comparable(ComparedMetric metric, List<RunFigures> a, List<RunFigures> b) {
    return !metric.dependsOnTokenCounts() || RunFigures.tokensComparable(a, b);
  }

  /// Returns the difference of unpaired runs with the same load, such as those of a stored
  /// baseline, by Welch's t. For a single run of B, the standard deviation of A is used.
  ///
  /// The difference includes everything that changed between the runs, such as the time of day, the
  /// machine and other load on it. It is unknown if fewer than [GateRule#MIN_RUNS] runs of A have a
  /// value.
  ///
  /// @param a the baseline's runs, at least [GateRule#MIN_RUNS]
  /// @param b the candidate's runs; without any the difference is unknown
  /// @throws IllegalArgumentException if A has fewer runs
  public static Difference unpaired(ComparedMetric metric, List<RunFigures> a, List<RunFigures> b) {
    if (a.size() < GateRule.MIN_RUNS) {
      throw new IllegalArgumentException(
          "it takes at least %d stored runs, found %d".formatted(GateRule.MIN_RUNS, a.size()));
    }
    double[] knownA = known(a, metric);
    double[] knownB = comparable(metric, a, b) ? known(b, metric) : new double[0];
    Moments momentsA = finiteMoments(knownA);
    Moments momentsB = finiteMoments(knownB);
    int zeroRunsA = knownA.length - momentsA.count();
    double difference =
        meanDifference(momentsA, zeroRunsA, momentsB, knownB.length - momentsB.count());
    boolean enough = knownA.length >= GateRule.MIN_RUNS && knownB.length > 0;
    double spreadA = withNoiseFloor(momentsA.deviation(), metric, a, knownA.length);
    double spreadB = knownB.length < 2 ? spreadA : momentsB.deviation();
    double centre = momentsA.count() == 0 ? 0 : momentsA.mean();
    StoredSideRuns stored = new StoredSideRuns(centred(knownA, centre), spreadA);
    List<SamplingNoise> noise = metric.isShare() ? List.of(SamplingNoise.of(metric, b)) : List.of();
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

  /// Returns the standard deviation between runs; for shares at least the sampling noise.
  private static double withNoiseFloor(
      double deviation, ComparedMetric metric, List<RunFigures> runs, int known) {
    double chance = metric.isShare() ? SamplingNoise.of(metric, runs).variance(known) : 0;
    return Math.max(deviation, Math.sqrt(chance * known));
  }

  /// Returns the variance of the mean of a number of runs, or pairs; for shares at least the
  /// sampling noise.
  private static double variance(double deviation, List<SamplingNoise> chance, int runs) {
    return Math.max(deviation * deviation / runs, SamplingNoise.variance(chance, runs));
  }

  /// Returns the degrees of freedom by Welch and Satterthwaite; those of A if B has one run.
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

  /// Returns the difference of the means; infinite if only one side has runs at zero; NaN if both
  /// have.
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

  /// Returns the number of pairs, or runs of B, with a value.
  public int runs() {
    return values.size();
  }

  /// Returns whether runs are paired, with the same requests.
  public boolean paired() {
    return stored == null;
  }

  /// Returns whether there is enough data to estimate the slowdown.
  public boolean known() {
    return degrees > 0 && Double.isFinite(mean);
  }

  /// Returns whether there are enough runs for a test; if not, p-values are 1.
  public boolean testable() {
    return known() || hasRunsAtZero();
  }

  /// Returns B's slowdown: .05 is 5 % slower, or 5 percentage points worse; a negative one is
  /// better. NaN if unknown; ∞ if a run of B is at zero, −∞ if only runs of A are.
  public double slowdown() {
    return Double.isInfinite(mean) ? mean : metric.fromScale(mean);
  }

  /// Returns whether B looks worse. If runs are at zero there is no mean; the smaller one-sided
  /// p-value decides.
  public boolean worse() {
    return hasRunsAtZero() ? pAbove(0) <= below() : mean > 0;
  }

  /// Returns the number of pairs, or runs of B, in which B's rate is 0.
  public int runsAtZero() {
    return count(Double.POSITIVE_INFINITY);
  }

  /// Returns the number of pairs, or stored runs, in which A's rate is 0.
  public int baselineRunsAtZero() {
    return stored == null ? count(Double.NEGATIVE_INFINITY) : stored.runsAtZero();
  }

  private int count(double value) {
    return (int) values.stream().filter(one -> one == value).count();
  }

  /// Returns whether the metric is a rate that is 0 in a run. There is no mean then, and tests
  /// count runs instead.
  public boolean hasRunsAtZero() {
    boolean some = runsAtZero() > 0 || baselineRunsAtZero() > 0;
    return some && (stored == null || degrees > 0);
  }

  /// Returns the lower end of the two-sided confidence interval of the slowdown; −1 if unknown.
  public double low(double confidence) {
    return end(-1, (1 + confidence) / 2);
  }

  /// Returns the upper end of the two-sided confidence interval of the slowdown; ∞ if unknown.
  public double high(double confidence) {
    return end(1, (1 + confidence) / 2);
  }

  /// Returns the one-sided lower confidence bound of the slowdown; −1 if unknown.
  public double lowerBound(double confidence) {
    return end(-1, confidence);
  }

  /// Returns the one-sided upper confidence bound of the slowdown; ∞ if unknown.
  public double upperBound(double confidence) {
    return end(1, confidence);
  }

  private double end(int side, double oneSided) {
    if (!known()) {
      return side < 0 ? -1 : Double.POSITIVE_INFINITY;
    }
    return metric.fromScale(mean + side * StudentT.oneSided(oneSided, degrees) * standardError);
  }

  /// Returns the one-sided p-value of the hypothesis that the slowdown is at most `delta`; 1 if
  /// unknown. If a difference is infinite, the exact sign test is used, or Wilcoxon's rank sum test
  /// for unpaired runs.
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

  /// Returns the two-sided p-value of no difference; 1 if unknown or if the mean is 0.
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

  /// Returns the values minus a bound.
  private double[] minusBound(double bound) {
    return values.stream().mapToDouble(value -> value - bound).toArray();
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /// Returns the p-value of the exact sign test: of at least as many differences on one side of the
  /// bound.
  private double signTest(double bound, int side) {
    long exceeding = values.stream().filter(value -> side * (value - bound) > 0).count();
    return SignFlips.binomialTail((int) exceeding, values.size());
  }

  /// Returns the two-sided p-values of no difference, Holm-corrected for all metrics.
  public static double[] pDifferent(List<Difference> differences) {
    return Holm.corrected(differences.stream().mapToDouble(Difference::pDifferent).toArray());
  }

  /// Returns the number of new runs that gives a verdict with a probability of `power` if the true
  /// slowdown is the observed one: the smallest `n ≥ 5` with `(t₁ + t₂)·se(n) ≤ |bound − mean|`,
  /// where `t₁` and `t₂` are Student's one-sided quantiles of the confidence and of the power.
  /// Empty if it exceeds the recommended maximum.
  ///
  /// For pairs `se(n) = s ÷ √n` with n − 1 degrees of freedom, for shares at least the sampling
  /// noise. Against stored runs `se(n) = √(s_A² ÷ n_A + s_B² ÷ n)` with the degrees of freedom by
  /// Satterthwaite.
  ///
  /// @param delta the allowed slowdown
  /// @param confidence the one-sided confidence of the verdict
  public OptionalInt runsForVerdict(double delta, double confidence, double power) {
    double distance = Math.abs(metric.toScale(delta) - mean);
    if (!known()) {
      return OptionalInt.empty();
    }
    for (int n = GateRule.MIN_RUNS; n <= GateRule.MAX_RUNS; n++) {
      if (requiredDistance(n, confidence, power) <= distance) {
        return OptionalInt.of(n);
      }
    }
    return OptionalInt.empty();
  }

  /// Returns the paired difference of each metric.
  public static List<Difference> paired(List<ComparedMetric> metrics, List<RunPair> pairs) {
    return metrics.stream().map(metric -> paired(metric, pairs)).toList();
  }

  /// Returns the unpaired difference of each metric.
  public static List<Difference> unpaired(
      List<ComparedMetric> metrics, List<RunFigures> a, List<RunFigures> b) {
    return metrics.stream().map(metric -> unpaired(metric, a, b)).toList();
  }

  /// Returns the slowdown that a number of such pairs, or runs, detects with a power of 80 %: the
  /// one-sided lower bound then exceeds `delta`, by the noncentral t distribution. ∞ if unknown.
  public double detectable(double delta, double confidence, int pairs) {
    if (!known() || pairs < 2) {
      return Double.POSITIVE_INFINITY;
    }
    double errors = NoncentralT.detectableEffect(confidence, GateRule.POWER, degreesOf(pairs));
    return metric.fromScale(metric.toScale(delta) + errors * standardErrorOf(pairs));
  }

  /// Returns how far the mean has to be from the bound for a verdict.
  private double requiredDistance(int runs, double confidence, double power) {
    double df = degreesOf(runs);
    return (StudentT.oneSided(confidence, df) + StudentT.oneSided(power, df))
        * standardErrorOf(runs);
  }

  /// Returns the standard error of a number of such runs.
  private double standardErrorOf(int runs) {
    double variance = variance(deviation, samplingNoise, runs);
    return Math.sqrt(variance + (stored == null ? 0 : stored.variance()));
  }

  private double degreesOf(int runs) {
    return stored == null
        ? runs - 1
        : welchDegrees(stored, variance(deviation, samplingNoise, runs), runs);
  }
}
