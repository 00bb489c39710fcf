package dev.goodput.metrics.interval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MeanIntervalTest {
  /// Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I, method 3.
  @ParameterizedTest
  @CsvSource({"81, 263, .2553, .3662", "15, 148, .0624, .1605", "0, 20, 0, .1611"})
  void isWilsonsIntervalOfAShare(double right, long of, double low, double high) {
    MeanInterval found = MeanInterval.of(of, of, right, right);
    assertThat(found.low()).isCloseTo(low, within(5e-5));
    assertThat(found.high()).isCloseTo(high, within(5e-5));
  }

  /// Scores 0.2, 0.4, 0.6 with 0 and 1: mean 0.44, variance 0.148, t of 4 degrees 2.776.
  @Test
  void isStudentsIntervalOfOtherScores() {
    MeanInterval found = MeanInterval.of(3, 3, 1.2, 0.04 + 0.16 + 0.36);
    double reach = 2.776445 * Math.sqrt(0.148 / 5);
    assertThat(found.low()).isZero();
    assertThat(found.high()).isCloseTo(0.44 + reach, within(1e-6));
  }

  /// Scores that are mostly right and sometimes partly: 1 with a chance of 0.8, else uniform.
  @ParameterizedTest
  @ValueSource(ints = {3, 10, 30, 100})
  void coversTheTrueMeanOfFewTasks(int tasks) {
    SplittableRandom random = new SplittableRandom(tasks);
    int covered = 0;
    int trials = 2_000;
    for (int i = 0; i < trials; i++) {
      double sum = 0;
      double squares = 0;
      for (int j = 0; j < tasks; j++) {
        double score = random.nextDouble() < 0.8 ? 1 : random.nextDouble();
        sum += score;
        squares += score * score;
      }
      MeanInterval found = MeanInterval.of(tasks, tasks, sum, squares);
      covered += found.low() <= 0.9 && 0.9 <= found.high() ? 1 : 0;
    }
    assertThat(covered).isGreaterThan((int) (0.94 * trials));
  }

  @Test
  void doesNotNarrowWhenTheSameTasksAreScoredAgain() {
    assertThat(MeanInterval.of(2_000, 20, 1_000, 1_000)).isEqualTo(MeanInterval.of(20, 20, 10, 10));
  }
}
