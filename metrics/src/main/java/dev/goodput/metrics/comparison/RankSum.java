package dev.goodput.metrics.comparison;

import dev.goodput.metrics.interval.StudentT;
import java.util.stream.DoubleStream;

/// Wilcoxon's exact rank sum test, one-sided. ∞ is the largest value; equal values share the mean
/// of their ranks. For values of two kinds it equals Fisher's exact test.
final class RankSum {
  /// If the exact distribution takes more steps than this, the normal approximation is used.
  private static final double MAX_STEPS = 1e9;

  /// With so many degrees of freedom Student's t equals the normal distribution.
  private static final double NORMAL_DEGREES = 1e9;

  private RankSum() {}

  /// Returns the p-value: the probability that a random sample of the size of `above` from all
  /// values has a rank sum at least as large as that of `above`. Large samples, such as 100 and 200
  /// runs, use the normal approximation with the variance corrected for ties.
  static double pValue(double[] above, double[] below) {
    double[] all =
        DoubleStream.concat(DoubleStream.of(above), DoubleStream.of(below)).sorted().toArray();
    int sum = DoubleStream.of(above).mapToInt(value -> doubledRank(all, value)).sum();
    int smaller = Math.min(above.length, below.length);
    if (smaller * Math.pow(all.length, 3) > MAX_STEPS) {
      return normalPValue(all, above.length, sum);
    }
    double[] distribution = sumDistribution(all, smaller);

    // As much as one side has above its share the other has below.
    int otherSum = all.length * (all.length + 1) - sum;
    return Math.min(
        1,
        smaller == above.length
            ? DoubleStream.of(distribution).skip(sum).sum()
            : DoubleStream.of(distribution).limit(otherSum + 1L).sum());
  }

  private static double normalPValue(double[] sorted, int drawn, int sum) {
    double all = sorted.length;
    double mean = drawn * (all + 1);
    double ranks =
        DoubleStream.of(sorted)
            .map(value -> Math.pow(doubledRank(sorted, value) - (all + 1), 2))
            .sum();
    double variance = drawn * (all - drawn) / (all * (all - 1)) * ranks;

    // Half of the step between two sums of whole ranks.
    double distance = sum - 1 - mean;
    return variance == 0 ? 1 : StudentT.above(distance / Math.sqrt(variance), NORMAL_DEGREES);
  }

  /// Returns twice the mean rank, from 1, of the values equal to one; an integer.
  private static int doubledRank(double[] sorted, double value) {
    int less = (int) DoubleStream.of(sorted).filter(each -> each < value).count();
    int equal = (int) DoubleStream.of(sorted).filter(each -> each == value).count();
    return 2 * less + equal + 1;
  }

  /// Returns the probability of each doubled rank sum of a random sample of `drawn` values, by
  /// dynamic programming over the values.
  private static double[] sumDistribution(double[] sorted, int drawn) {
    int maxSum = sorted.length * (sorted.length + 1);
    double[][] sums = new double[drawn + 1][maxSum + 1];
    sums[0][0] = 1;
    for (int i = 0; i < sorted.length; i++) {
      int rank = doubledRank(sorted, sorted[i]);
      double left = sorted.length - i;
      for (int before = Math.min(i, drawn); before >= 0; before--) {
        double next = (drawn - before) / left;
        addRun(sums, before, rank, Math.clamp(next, 0, 1));
      }
    }
    return sums[drawn];
  }

  /// Adds one value, which is drawn with a probability after `before` others were drawn.
  private static void addRun(double[][] sums, int before, int rank, double chance) {
    double[] from = sums[before];
    for (int sum = from.length - 1; sum >= 0; sum--) {
      if (from[sum] > 0 && chance > 0) {
        sums[before + 1][sum + rank] += from[sum] * chance;
      }
      from[sum] *= 1 - chance;
    }
  }
}
