package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MserTest {
  @Test
  void cutsARampOffASteadySeries() {
    double[] values = new double[100];
    Arrays.setAll(values, i -> i < 20 ? i : 20 + (i % 2 == 0 ? 0.1 : -0.1));

    assertThat(BatchMeans.mserCut(values)).isBetween(20, 22);
  }

  @Test
  void cutsNothingOffASeriesThatIsSteadyFromTheStart() {
    double[] values = new double[50];
    Arrays.fill(values, 3);

    assertThat(BatchMeans.mserCut(values)).isZero();
  }

  @Test
  void neverCutsMoreThanHalf() {
    double[] values = new double[40];
    Arrays.setAll(values, i -> i);

    assertThat(BatchMeans.mserCut(values)).isEqualTo(20);
  }

  @Test
  void aHandfulOfValuesTellsNothing() {
    assertThat(BatchMeans.mserCut(new double[] {9, 1, 1})).isZero();
    assertThat(BatchMeans.mserCut(new double[0])).isZero();
  }

  @Test
  @Tag("property")
  void agreesWithTheRuleWrittenOut() {
    for (long seed = 1; seed <= 200; seed++) {
      Random random = new Random(seed);
      double[] values = new double[4 + random.nextInt(60)];
      Arrays.setAll(values, i -> 1000 + random.nextGaussian() + 20 * Math.exp(-i / 5.0));

      assertThat(statistic(values, BatchMeans.mserCut(values)))
          .as("seed %d", seed)
          .isLessThanOrEqualTo(least(values) * (1 + 1e-9));
    }
  }

  private static double least(double[] values) {
    double least = Double.POSITIVE_INFINITY;
    for (int d = 0; d <= values.length / 2; d++) {
      least = Math.min(least, statistic(values, d));
    }
    return least;
  }

  private static double statistic(double[] values, int d) {
    double[] kept = Arrays.copyOfRange(values, d, values.length);
    double mean = Arrays.stream(kept).average().orElseThrow();
    double squares = Arrays.stream(kept).map(v -> (v - mean) * (v - mean)).sum();
    return squares / ((double) kept.length * kept.length);
  }
}
