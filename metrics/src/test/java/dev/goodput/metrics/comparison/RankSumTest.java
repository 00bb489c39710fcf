package dev.goodput.metrics.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RankSumTest {
  private static final double NONE = Double.POSITIVE_INFINITY;

  @Test
  void knowsTheChanceThatAllOfOneSideLieAbove() {
    double[] below = {1, 2, 3, 4, 5};
    assertThat(RankSum.pValue(new double[] {6, 7, 8, 9, 10}, below))
        .isCloseTo(1 / 252., within(1e-15));
    assertThat(RankSum.pValue(new double[] {6, 7, NONE, 9, NONE}, below))
        .isCloseTo(1 / 252., within(1e-15));
    assertThat(RankSum.pValue(new double[] {0}, below)).isCloseTo(1, within(1e-15));
    assertThat(RankSum.pValue(new double[] {3}, new double[] {3, 3, 3}))
        .isCloseTo(1, within(1e-15));
  }

  /// Against every way to draw one side from both.
  @Test
  void isTheShareOfAllWaysToDraw() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 200; i++) {
      double[] above = random(random, 1 + random.nextInt(5));
      double[] below = random(random, 1 + random.nextInt(6));
      assertThat(RankSum.pValue(above, below))
          .as("seed %d, round %d", seed, i)
          .isCloseTo(counted(above, below), within(1e-12));
    }
  }

  @Test
  void isExactOfFewRunsHeldAgainstMany() {
    double[] many = IntStream.range(0, 400).mapToDouble(i -> i).toArray();
    assertThat(RankSum.pValue(new double[] {NONE}, many)).isCloseTo(1 / 401., within(1e-12));
    double[] alike = new double[400];
    assertThat(RankSum.pValue(new double[] {NONE}, alike)).isCloseTo(1 / 401., within(1e-12));
    assertThat(RankSum.pValue(alike, new double[] {NONE})).isCloseTo(1, within(1e-12));
    assertThat(RankSum.pValue(alike, new double[] {-1})).isCloseTo(1 / 401., within(1e-12));
  }

  /// Of z = (U − n₁·n₂ ÷ 2 − ½) ÷ σ with σ² = n₁·n₂ ÷ 12 · (n + 1 − Σ(t³ − t) ÷ (n·(n − 1))),
  /// computed apart.
  @Test
  void isNearlyNormalOfManyRuns() {
    double[] above =
        IntStream.range(0, 240).mapToDouble(i -> i % 7 + (i % 3 == 0 ? 1 : 0)).toArray();
    double[] below = IntStream.range(0, 240).mapToDouble(i -> i % 6).toArray();
    assertThat(RankSum.pValue(above, below)).isCloseTo(9.756761398567617e-06, within(1e-7));
    double[] apart = IntStream.range(0, 240).mapToDouble(i -> i + 20.5).toArray();
    double[] before = IntStream.range(0, 240).mapToDouble(i -> i).toArray();
    assertThat(RankSum.pValue(apart, before)).isCloseTo(0.0009694713366382413, within(1e-7));
    assertThat(RankSum.pValue(new double[90], new double[30])).isEqualTo(1);
  }

  /// Few values, so that many are equal.
  private static double[] random(Random random, int size) {
    return random.ints(size, 0, 6).mapToDouble(value -> value == 5 ? NONE : value).toArray();
  }

  private static double counted(double[] above, double[] below) {
    double[] all = DoubleStream.concat(DoubleStream.of(above), DoubleStream.of(below)).toArray();
    int[] ways =
        IntStream.range(0, 1 << all.length)
            .filter(way -> Integer.bitCount(way) == above.length)
            .toArray();
    double observed = beaten(all, (1 << above.length) - 1);
    return (double) IntStream.of(ways).filter(way -> beaten(all, way) >= observed).count()
        / ways.length;
  }

  /// Mann and Whitney's count, which grows as the sum of ranks does: how many of the others each of
  /// those drawn lies above, a half for what is equal.
  private static double beaten(double[] all, int way) {
    double beaten = 0;
    for (int i = 0; i < all.length; i++) {
      for (int k = 0; k < all.length; k++) {
        if ((way >> i & 1) == 1 && (way >> k & 1) == 0) {
          beaten += all[i] > all[k] ? 1 : all[i] == all[k] ? .5 : 0;
        }
      }
    }
    return beaten;
  }
}
