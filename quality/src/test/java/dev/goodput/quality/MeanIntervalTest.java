package dev.goodput.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MeanIntervalTest {
  /// Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I, method 3.
  @ParameterizedTest
  @CsvSource({"81, 263, .2553, .3662", "15, 148, .0624, .1605", "0, 20, 0, .1611"})
  void isWilsonsIntervalOfAShare(double right, long of, double low, double high) {
    MeanInterval found = MeanInterval.of(of, of, right, right);
    assertThat(found.low()).isCloseTo(low, within(5e-5));
    assertThat(found.high()).isCloseTo(high, within(5e-5));
  }

  /// Scores 0.2, 0.4, 0.6: mean 0.4, standard deviation 0.2.
  @Test
  void isTheNormalIntervalOfOtherScores() {
    MeanInterval found = MeanInterval.of(3, 3, 1.2, 0.04 + 0.16 + 0.36);
    assertThat(found.low()).isCloseTo(0.4 - 1.96 * 0.2 / Math.sqrt(3), within(1e-4));
    assertThat(found.high()).isCloseTo(0.4 + 1.96 * 0.2 / Math.sqrt(3), within(1e-4));
  }

  @Test
  void doesNotNarrowWhenTheSameTasksAreScoredAgain() {
    assertThat(MeanInterval.of(2_000, 20, 1_000, 1_000)).isEqualTo(MeanInterval.of(20, 20, 10, 10));
  }
}
