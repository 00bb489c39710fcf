package dev.goodput.metrics.trend;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/// A test whether a series has a step, or a temporary shift, where noise would have none.
///
/// The statistic is the largest difference of mean ranks between two parts of the series, divided
/// by its standard error. Its long-run variance is that of a first-order autoregression of what
/// remains after the step. The p-value is the share of block permutations of those residuals with a
/// statistic at least as large (Kirch, Journal of Statistical Planning and Inference 137, 2007).
/// Blocks keep the dependence of neighbouring runs. Permuting ends early once the p-value cannot be
/// small (Besag and Clifford, Biometrika 78, 1991).
///
/// @param p the p-value, corrected for testing both shapes; 1 for a series that is too short
/// @param cuts where the parts begin: one index of a step, two of a temporary shift
record StepTest(double p, List<Integer> cuts) {
  private static final int PERMUTATIONS = 19_999;
  private static final int ENOUGH_HITS = 20;
  private static final int SHORTEST_BLOCK = 3;
  private static final int LONGEST_BLOCK = 8;

  /// The most that an estimated autocorrelation may be.
  private static final double MAX_CORRELATION = .9;

  /// The weights of the two shapes in Bonferroni's correction: their inverses sum to 1. A step is
  /// likelier, and its test is the better calibrated one.
  private static final double STEP_WEIGHT = 10.0 / 9;

  private static final double SHIFT_WEIGHT = 10;

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
    double[] ranks = ranks(values);
    StepTest step = test(ranks, least, false, STEP_WEIGHT);
    if (values.length < 3 * least || step.p <= SHIFT_WEIGHT / (PERMUTATIONS + 1)) {
      return step;
    }
    StepTest shift = test(ranks, least, true, SHIFT_WEIGHT);
    return shift.p < step.p ? shift : step;
  }

  private static StepTest test(double[] ranks, int least, boolean shift, double weight) {
    Split split = Split.best(ranks, least, shift);
    double[] residuals = split.residuals(ranks);
    double observed = split.statistic(residuals);
    SplittableRandom random = new SplittableRandom(ranks.length);
    double[] permuted = new double[ranks.length];
    int hits = 0;
    int tried = 0;
    while (tried < PERMUTATIONS && hits < ENOUGH_HITS) {
      permute(residuals, permuted, random);
      Split best = Split.best(permuted, least, shift);
      hits += best.statistic(best.residuals(permuted)) >= observed ? 1 : 0;
      tried++;
    }
    double p = hits == ENOUGH_HITS ? (double) hits / tried : (hits + 1.0) / (tried + 1);
    return new StepTest(Math.min(1, weight * p), split.cuts(ranks.length));
  }

  /// Cuts the series, as a ring and at a random place, into blocks of a random length, and joins
  /// them in random order.
  private static void permute(double[] from, double[] to, SplittableRandom random) {
    int length = from.length;
    int block = random.nextInt(SHORTEST_BLOCK, LONGEST_BLOCK + 1);
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

  /// Returns the ranks of the values; equal values share their mean rank.
  private static double[] ranks(double[] values) {
    Integer[] order = new Integer[values.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingDouble(i -> values[i]));
    double[] ranks = new double[values.length];
    int from = 0;
    while (from < order.length) {
      int to = from;
      while (to < order.length && values[order[to]] == values[order[from]]) {
        to++;
      }
      for (int i = from; i < to; i++) {
        ranks[order[i]] = (from + to - 1) / 2.0;
      }
      from = to;
    }
    return ranks;
  }

  /// A part of a series against the rest.
  ///
  /// @param from start of the part
  /// @param to its end; the length of the series for a step
  /// @param distance difference of the means, times the root of the effective number of values
  private record Split(int from, int to, double distance) {
    static Split best(double[] values, int least, boolean shift) {
      int length = values.length;
      double[] sums = new double[length + 1];
      for (int i = 0; i < length; i++) {
        sums[i + 1] = sums[i] + values[i];
      }
      double mean = sums[length] / length;
      int bestFrom = least;
      int bestTo = length;
      double most = -1;
      for (int from = least; from <= length - (shift ? 2 : 1) * least; from++) {
        for (int to = shift ? from + least : length; to <= length - (shift ? least : 0); to++) {
          int part = to - from;
          double sum = sums[to] - sums[from] - part * mean;
          double square = sum * sum * length / ((double) part * (length - part));
          if (square > most) {
            most = square;
            bestFrom = from;
            bestTo = to;
          }
        }
      }
      return new Split(bestFrom, bestTo, Math.sqrt(most));
    }

    double[] residuals(double[] values) {
      double inside = 0;
      double all = 0;
      for (int i = 0; i < values.length; i++) {
        all += values[i];
        inside += holds(i) ? values[i] : 0;
      }
      double outside = (all - inside) / (values.length - (to - from));
      inside /= to - from;
      double[] residuals = new double[values.length];
      for (int i = 0; i < values.length; i++) {
        residuals[i] = values[i] - (holds(i) ? inside : outside);
      }
      return residuals;
    }

    private boolean holds(int index) {
      return index >= from && index < to;
    }

    double statistic(double[] residuals) {
      double square = 0;
      double product = 0;
      for (int i = 0; i < residuals.length; i++) {
        square += residuals[i] * residuals[i];
        product += i == 0 ? 0 : residuals[i] * residuals[i - 1];
      }
      if (distance == 0 || square == 0) {
        return distance == 0 ? 0 : Double.MAX_VALUE;
      }
      double correlation = Math.clamp(product / square, 0, MAX_CORRELATION);
      double variance = square / residuals.length * (1 + correlation) / (1 - correlation);
      return distance / Math.sqrt(variance);
    }

    List<Integer> cuts(int length) {
      return to == length ? List.of(from) : List.of(from, to);
    }
  }
}
