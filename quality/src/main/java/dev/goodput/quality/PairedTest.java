package dev.goodput.quality;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/// Tests of whether one set of answers scores better than another to the same questions, by
/// resampling, as sacreBLEU 2.6 does them. Koehn, "Statistical Significance Tests for Machine
/// Translation Evaluation", EMNLP 2004; Riezler and Maxwell, "On Some Pitfalls in Automatic
/// Evaluation and Significance Testing for MT", 2005. A resample that equals the real difference
/// counts against it, as in Noreen's book (1989); sacreBLEU counts larger ones only, and so calls
/// two equal sides different.
///
/// @param metric the definition of the score
/// @param first the statistics of one side's answers
/// @param second the statistics of the other side's answers, in the same order
public record PairedTest(CorpusMetric metric, List<double[]> first, List<double[]> second) {
  private static final int TAIL = 40; // a fortieth on each side of a 95 % interval

  /// Checks that there are pairs.
  public PairedTest {
    first = List.copyOf(first);
    second = List.copyOf(second);
    if (first.isEmpty() || first.size() != second.size()) {
      throw new IllegalArgumentException(
          "%d and %d answers are no pairs".formatted(first.size(), second.size()));
    }
  }

  /// The score of one side with the spread of its resamples.
  ///
  /// @param score the score of all answers
  /// @param mean the mean over the resamples
  /// @param halfWidth half the width of the resamples' 95 % interval
  public record Resampled(double score, double mean, double halfWidth) {}

  /// The outcome of a paired bootstrap.
  ///
  /// @param first the first side
  /// @param second the second side
  /// @param low the lower end of the 95 % interval of the difference, second less first
  /// @param high its upper end
  /// @param p the probability of such a difference if there were none
  public record Bootstrap(Resampled first, Resampled second, double low, double high, double p) {
    /// Returns the second score less the first.
    public double difference() {
      return second.score - first.score;
    }
  }

  /// Draws answers with replacement, the same ones on both sides.
  ///
  /// @param resamples how often; sacreBLEU takes 1,000
  /// @param seed of the random numbers
  public Bootstrap bootstrap(int resamples, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] firsts = new double[resamples];
    double[] seconds = new double[resamples];
    double[] differences = new double[resamples];
    for (int i = 0; i < resamples; i++) {
      int[] drawn = random.ints(first.size(), 0, first.size()).toArray();
      firsts[i] = score(first, drawn);
      seconds[i] = score(second, drawn);
      differences[i] = seconds[i] - firsts[i];
    }
    Resampled one = resampled(first, firsts);
    Resampled other = resampled(second, seconds);
    double mean = Arrays.stream(differences).map(Math::abs).average().orElseThrow();
    double[] centred = Arrays.stream(differences).map(each -> Math.abs(each) - mean).toArray();
    Arrays.sort(differences);
    return new Bootstrap(
        one,
        other,
        differences[resamples / TAIL],
        differences[resamples - resamples / TAIL - 1],
        p(centred, Math.abs(other.score - one.score)));
  }

  /// Exchanges the answers of random pairs and returns the probability of a difference like the
  /// real one if both sides were alike.
  ///
  /// @param trials how often; sacreBLEU takes 10,000
  /// @param seed of the random numbers
  public double randomization(int trials, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] differences = new double[trials];
    for (int i = 0; i < trials; i++) {
      double[] one = new double[first.getFirst().length];
      double[] other = new double[one.length];
      for (int j = 0; j < first.size(); j++) {
        boolean exchanged = random.nextBoolean();
        CorpusStatistics.add(first.get(j), exchanged ? other : one);
        CorpusStatistics.add(second.get(j), exchanged ? one : other);
      }
      differences[i] = Math.abs(metric.score(one) - metric.score(other));
    }
    return p(differences, Math.abs(score(first) - score(second)));
  }

  private double score(List<double[]> statistics) {
    double[] sum = new double[statistics.getFirst().length];
    statistics.forEach(each -> CorpusStatistics.add(each, sum));
    return metric.score(sum);
  }

  private double score(List<double[]> statistics, int[] drawn) {
    double[] sum = new double[statistics.getFirst().length];
    for (int each : drawn) {
      CorpusStatistics.add(statistics.get(each), sum);
    }
    return metric.score(sum);
  }

  private Resampled resampled(List<double[]> statistics, double[] scores) {
    double[] sorted = scores.clone();
    Arrays.sort(sorted);
    int tail = sorted.length / TAIL;
    double width = sorted[sorted.length - tail - 1] - sorted[tail];
    return new Resampled(
        score(statistics), Arrays.stream(scores).average().orElseThrow(), width / 2);
  }

  /// The share of values at or above the real difference; one more, so that it is never 0.
  private static double p(double[] values, double difference) {
    long reached = Arrays.stream(values).filter(each -> each >= difference).count();
    return (reached + 1.0) / (values.length + 1.0);
  }
}
