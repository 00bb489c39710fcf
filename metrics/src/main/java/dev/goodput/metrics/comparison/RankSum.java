package dev.goodput.metrics.comparison;

import dev.goodput.metrics.interval.StudentT;
import java.util.stream.DoubleStream;

/// Wilcoxon's exact rank sum test: whether the runs of one side lie above those of the other more
/// often than chance lets them. ∞ is a value like others, and the largest; what is equal shares its
/// ranks. Where each value is one of two it is Fisher's exact test.
final class RankSum {
  /// Where both sides are so large that drawing takes more steps, the sum of ranks is as good as
  /// normal.
  private static final double MOST_STEPS = 1e9;

  /// So many degrees of freedom leave Student's t none of its tails.
  private static final double NORMAL_DEGREES = 1e9;

  private RankSum() {}

  /// The chance that so many runs, drawn from all of both sides, have ranks whose sum is that of
  /// `above` or more; of two large sides, as a hundred and two hundred runs, by the normal
  /// distribution with the variance that ties leave.
  static double pValue(double[] above, double[] below) {
    double[] all =
        DoubleStream.concat(DoubleStream.of(above), DoubleStream.of(below)).sorted().toArray();
    int sum = DoubleStream.of(above).mapToInt(value -> doubledRank(all, value)).sum();
    int smaller = Math.min(above.length, below.length);
    if (smaller * Math.pow(all.length, 3) > MOST_STEPS) {
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

  /// Twice the mean rank of what is equal, from 1; a whole number.
  private static int doubledRank(double[] sorted, double value) {
    int less = (int) DoubleStream.of(sorted).filter(each -> each < value).count();
    int equal = (int) DoubleStream.of(sorted).filter(each -> each == value).count();
    return 2 * less + equal + 1;
  }

  /// Of each doubled sum of ranks, when `drawn` of all are drawn: run by run, as the chance that
  /// the next is drawn hangs on how many were before.
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

  /// The next run is drawn with that chance, behind so many others.
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
