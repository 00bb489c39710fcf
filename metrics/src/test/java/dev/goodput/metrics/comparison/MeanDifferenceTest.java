package dev.goodput.metrics.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MeanDifferenceTest {
  private static final int COMPARISONS = 400;
  private final SplittableRandom random = new SplittableRandom(7);

  /// Right or wrong answers of two servers to the same tasks: mostly the same ones.
  private MeanDifference answers(int tasks, double rightA, double rightB) {
    double[] a = new double[tasks];
    double[] b = new double[tasks];
    for (int i = 0; i < tasks; i++) {
      double difficulty = random.nextDouble();
      a[i] = difficulty < rightA ? 1 : 0;
      double own = random.nextDouble() < 0.8 ? difficulty : random.nextDouble();
      b[i] = own < rightB ? 1 : 0;
    }
    return MeanDifference.pairedScores(a, b, a.length);
  }

  /// At most 5 % of A/A comparisons show a loss.
  @ParameterizedTest
  @ValueSource(ints = {10, 50, 500})
  void seldomShowsADifferenceWhereThereIsNone(int tasks) {
    int alarms = 0;
    for (int i = 0; i < COMPARISONS; i++) {
      alarms += answers(tasks, 0.8, 0.8).high() < 0 ? 1 : 0;
    }
    assertThat(alarms).isLessThanOrEqualTo(COMPARISONS / 20);
  }

  @Test
  void findsALossOfThreePointsWithEnoughTasks() {
    int found = 0;
    int regressed = 0;
    for (int i = 0; i < COMPARISONS; i++) {
      MeanDifference each = answers(5_000, 0.8, 0.77);
      found += each.high() < 0 ? 1 : 0;
      regressed += each.verdict(-1, 0.01) == GateVerdict.REGRESSED ? 1 : 0;
    }
    assertThat(found).isGreaterThan(COMPARISONS * 9 / 10);
    assertThat(regressed).isGreaterThan(COMPARISONS * 8 / 10);
  }

  /// The least n with t(0.975; n + 1) × √(2 ÷ ((n + 1)(n + 2))) ≤ limit, computed outside. The
  /// guide to trade-offs names these numbers.
  @ParameterizedTest
  @CsvSource({"277, 0.01", "139, 0.02", "56, 0.05", "40, 0.07", "10, 0.28"})
  void identicalAnswersPassFromSoManyTasks(int tasks, double limit) {
    double[] right = new double[tasks];
    Arrays.fill(right, 1);
    assertThat(MeanDifference.pairedScores(right, right, tasks).verdict(-1, limit))
        .isEqualTo(GateVerdict.OK);
    double[] fewer = Arrays.copyOf(right, tasks - 1);
    double stricter = tasks < 50 ? limit - 0.01 : limit;
    assertThat(MeanDifference.pairedScores(fewer, fewer, tasks - 1).verdict(-1, stricter))
        .isEqualTo(GateVerdict.INCONCLUSIVE);
  }

  @Test
  void saysThatFewTasksTellNothingAndHowManyWould() {
    MeanDifference few = answers(20, 0.8, 0.8);
    assertThat(few.verdict(-1, 0.01)).isEqualTo(GateVerdict.INCONCLUSIVE);
    double[] a = new double[400];
    double[] b = new double[400];
    for (int i = 0; i < 40; i++) {
      a[i] = i % 2;
      b[i] = 1 - i % 2;
    }
    MeanDifference equal = MeanDifference.pairedScores(a, b, a.length);
    // 42 of 402 pairs differ: s² = 42 ÷ 401; (1.96 + 0.84)² × s² ÷ 0.01².
    long needed = equal.tasksForVerdict(-1, 0.01).orElseThrow();
    assertThat((double) needed).isCloseTo(7.849 * 42 / 401 / 1e-4, within(20.0));
    int settled = 0;
    for (int i = 0; i < 100; i++) {
      double share = 0.05;
      settled += swaps((int) needed, share).verdict(-1, 0.01) == GateVerdict.OK ? 1 : 0;
    }
    assertThat(settled).isGreaterThan(65);
  }

  /// Pairs of which so large a share differs in favour of each side.
  private MeanDifference swaps(int tasks, double share) {
    double[] a = new double[tasks];
    double[] b = new double[tasks];
    for (int i = 0; i < tasks; i++) {
      double drawn = random.nextDouble();
      a[i] = drawn < share ? 1 : 0;
      b[i] = drawn > 1 - share ? 1 : 0;
    }
    return MeanDifference.pairedScores(a, b, a.length);
  }

  /// Identical answers to five tasks do not show that two servers are equally good.
  @Test
  void doesNotTrustAFewEqualAnswers() {
    MeanDifference equal =
        MeanDifference.pairedScores(new double[] {1, 1, 1, 1, 0}, new double[] {1, 1, 1, 1, 0}, 5);
    assertThat(equal.value()).isZero();
    assertThat(equal.low()).isLessThan(-0.3);
    assertThat(equal.verdict(-1, 0.01)).isEqualTo(GateVerdict.INCONCLUSIVE);
  }

  /// Bonett and Price's formula with Student's t: 10 and 20 of 100 pairs differ.
  @Test
  void isBonettAndPricesIntervalOfRightAndWrongAnswers() {
    double[] a = new double[100];
    double[] b = new double[100];
    for (int i = 0; i < 30; i++) {
      a[i] = i < 10 ? 1 : 0;
      b[i] = i < 10 ? 0 : 1;
    }
    MeanDifference found = MeanDifference.pairedScores(a, b, a.length);
    double centre = (21 - 11) / 102.0;
    double variance = (32 / 102.0 - centre * centre) / 101;
    double reach = 1.983731 * Math.sqrt(variance);
    assertThat(found.value()).isCloseTo(0.1, within(1e-12));
    assertThat(found.low()).isCloseTo(centre - reach, within(1e-6));
    assertThat(found.high()).isCloseTo(centre + reach, within(1e-6));
  }

  /// Every task costs a fifth less on B, give or take: costs differ by far more between tasks.
  @Test
  void pairsCostsOfTheSameTasks() {
    int covered = 0;
    for (int i = 0; i < COMPARISONS; i++) {
      double[] a = new double[50];
      double[] b = new double[50];
      for (int j = 0; j < a.length; j++) {
        a[j] = 1 + 9 * random.nextDouble();
        b[j] = a[j] * (0.8 + 0.1 * (random.nextDouble() - 0.5));
      }
      MeanDifference found = MeanDifference.pairedCosts(a, b, a.length);
      covered += found.low() <= -0.2 && -0.2 <= found.high() ? 1 : 0;
      assertThat(found.high() - found.low()).isLessThan(0.04);
    }
    assertThat(covered).isGreaterThan(COMPARISONS * 92 / 100);
  }

  @Test
  void comparesDifferentTasksByWelch() {
    int covered = 0;
    for (int i = 0; i < COMPARISONS; i++) {
      double[] a = random.doubles(40, 1, 3).toArray();
      double[] b = random.doubles(60, 1, 4).toArray();
      MeanDifference found = MeanDifference.costs(a, b, b.length);
      covered += found.low() <= 0.25 && 0.25 <= found.high() ? 1 : 0;
    }
    assertThat(covered).isGreaterThan(COMPARISONS * 92 / 100);
    MeanDifference scores =
        MeanDifference.scores(new double[] {1, 0, 1}, new double[] {0, 0, 1}, 3);
    assertThat(scores.excludesZero()).isFalse();
  }

  /// Forty answers to each of 50 tasks show no more than one: the interval is that of 50 tasks.
  @Test
  void takesRepeatsOfATaskForOneTask() {
    double[] a = new double[50];
    double[] b = new double[50];
    for (int i = 0; i < a.length; i++) {
      a[i] = i % 3 == 0 ? 1 : 0;
      b[i] = i % 4 == 0 ? 1 : 0;
    }
    alike(
        MeanDifference.pairedScores(repeated(a), repeated(b), 50),
        MeanDifference.pairedScores(a, b, 50));
    alike(MeanDifference.scores(repeated(a), repeated(b), 50), MeanDifference.scores(a, b, 50));
    double[] costsA = random.doubles(50, 1, 3).toArray();
    double[] costsB = random.doubles(50, 1, 3).toArray();
    MeanDifference costs = MeanDifference.pairedCosts(repeated(costsA), repeated(costsB), 50);
    MeanDifference once = MeanDifference.pairedCosts(costsA, costsB, 50);
    assertThat(costs.tasks()).isEqualTo(50);
    alike(costs, once);
  }

  private static double[] repeated(double[] values) {
    double[] many = new double[40 * values.length];
    for (int i = 0; i < many.length; i++) {
      many[i] = values[i % values.length];
    }
    return many;
  }

  private static void alike(MeanDifference many, MeanDifference once) {
    assertThat(many.tasks()).isEqualTo(once.tasks());
    assertThat(many.low()).isCloseTo(once.low(), within(1e-9));
    assertThat(many.high()).isCloseTo(once.high(), within(1e-9));
    assertThat(many.tasksForVerdict(-1, 0.5)).isEqualTo(once.tasksForVerdict(-1, 0.5));
  }

  /// B answers half of the tasks at the price of A, and refuses the other half for nothing.
  @Test
  void aRefusalSavesNothing() {
    double[] all = {2, 2, 4, 4};
    double[] ok = {1, 1, 1, 1};
    assertThat(MeanDifference.perSuccess(all, ok)).containsExactly(all);
    double[] half = MeanDifference.perSuccess(new double[] {2, 0, 4, 0}, new double[] {1, 0, 1, 0});
    MeanDifference found = MeanDifference.pairedCosts(all, half, 4);
    assertThat(found.value()).isCloseTo(0, within(1e-12));
    assertThatThrownBy(() -> MeanDifference.perSuccess(all, new double[4]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no request succeeded");
  }
}
