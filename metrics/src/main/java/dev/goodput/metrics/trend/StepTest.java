package dev.goodput.metrics.trend;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.hipparchus.distribution.continuous.NormalDistribution;

/// A test whether a series has a step, or a temporary shift, where noise would have none.
///
/// Values are replaced by the normal scores of their ranks. The noise is a first-order
/// autoregression, as a run often resembles the one before. The statistic is the largest squared
/// difference of the levels of two parts of the series, by generalized least squares, divided by
/// its variance. The p-value is the share of series of noise with a statistic at least as large:
/// block permutations of the innovations of what remains after the step (Kirch, Journal of
/// Statistical Planning and Inference 137, 2007), which the autoregression turns into noise again.
/// Permuting ends early once the p-value cannot be small (Besag and Clifford, Biometrika 78, 1991).
///
/// @param p the p-value, corrected for testing both shapes; 1 for a series that is too short
/// @param cuts where the parts begin: one index of a step, two of a temporary shift
record StepTest(double p, List<Integer> cuts) {
  private static final int PERMUTATIONS = 9_999;
  private static final int ENOUGH_HITS = 20;
  private static final int LONGEST_BLOCK = 4;
  private static final NormalDistribution NORMAL = new NormalDistribution();

  /// The weights of the two shapes in Bonferroni's correction: their inverses sum to 1. A step is
  /// likelier.
  private static final double STEP_WEIGHT = 20.0 / 19;

  private static final double SHIFT_WEIGHT = 20;

  /// What is assumed of the noise before a run is seen, and how many runs that is worth: few runs
  /// tell little of their dependence, and a step near an end looks like dependence.
  private static final double USUAL_CORRELATION = .5;

  private static final int USUAL_RUNS = 100;

  /// The parts, and the autocorrelation of what remains, are each found this often.
  private static final int ROUNDS = 3;

  /// Copies the list.
  StepTest {
    cuts = List.copyOf(cuts);
  }

  /// @param least smallest number of values in each part
  static StepTest of(double[] values, int least) {
    StepTest none = new StepTest(1, List.of());
    if (values.length < 2 * least || Arrays.stream(values).distinct().count() == 1) {
      return none;
    }
    double[] scores = scores(values);
    StepTest step = test(scores, least, false, STEP_WEIGHT);
    if (values.length < 3 * least || step.p <= SHIFT_WEIGHT / (PERMUTATIONS + 1)) {
      return step;
    }
    StepTest shift = test(scores, least, true, SHIFT_WEIGHT);
    return shift.p < step.p ? shift : step;
  }

  private static StepTest test(double[] scores, int least, boolean shift, double weight) {
    double correlation = correlation(scores, least, shift);
    StepFit found = StepFit.of(scores, least, shift, correlation);
    double observed = found.statistic();
    double[] innovations = found.innovations(correlation);
    SplittableRandom random = new SplittableRandom(scores.length);
    double[] noise = new double[scores.length];
    int hits = 0;
    int tried = 0;
    while (tried < PERMUTATIONS && hits < ENOUGH_HITS) {
      permute(innovations, noise, random);
      autoregress(noise, correlation);
      StepFit fit = StepFit.of(noise, least, shift, correlation);
      hits += fit.statistic() >= observed ? 1 : 0;
      tried++;
    }
    double p = hits == ENOUGH_HITS ? (double) hits / tried : (hits + 1.0) / (tried + 1);
    return new StepTest(Math.min(1, weight * p), found.cuts());
  }

  /// Returns the autocorrelation of the noise that the series is compared with.
  private static double correlation(double[] scores, int least, boolean shift) {
    double found = 0;
    for (int round = 0; round < ROUNDS; round++) {
      found = StepFit.of(scores, least, shift, found).correlation();
    }
    return (scores.length * found + USUAL_RUNS * USUAL_CORRELATION) / (scores.length + USUAL_RUNS);
  }

  /// Cuts the series, as a ring and at a random place, into blocks of a random length, and joins
  /// them in random order.
  private static void permute(double[] from, double[] to, SplittableRandom random) {
    int length = from.length;
    int block = random.nextInt(1, LONGEST_BLOCK + 1);
    int turn = random.nextInt(length);
    int[] order = new int[(length + block - 1) / block];
    for (int i = 0; i < order.length; i++) {
      int other = random.nextInt(i + 1);
      order[i] = order[other];
      order[other] = i;
    }
    int at = 0;
    for (int each : order) {
      for (int i = each * block; i < Math.min(length, (each + 1) * block); i++) {
        to[at++] = from[(i + turn) % length];
      }
    }
  }

  /// Turns innovations into an autoregression.
  private static void autoregress(double[] values, double correlation) {
    values[0] /= Math.sqrt(1 - correlation * correlation);
    for (int i = 1; i < values.length; i++) {
      values[i] += correlation * values[i - 1];
    }
  }

  /// Returns the normal scores of the values' ranks (Blom's); equal values share their mean rank.
  private static double[] scores(double[] values) {
    Integer[] order = new Integer[values.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingDouble(i -> values[i]));
    double[] scores = new double[values.length];
    int from = 0;
    while (from < order.length) {
      int to = from;
      while (to < order.length && values[order[to]] == values[order[from]]) {
        to++;
      }
      double rank = (from + to + 1) / 2.0;
      double score =
          NORMAL.inverseCumulativeProbability((rank - 3.0 / 8) / (values.length + 1.0 / 4));
      for (int i = from; i < to; i++) {
        scores[order[i]] = score;
      }
      from = to;
    }
    return scores;
  }
}
