package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class FigureTextTest {
  @Test
  void roundsCountsUpToTwoDigitsAndKnowsWhatIsNone() {
    assertThat(FigureText.upToTwoDigits(60.2)).isEqualTo("61");
    assertThat(FigureText.upToTwoDigits(1201)).isEqualTo("1300");
    assertThat(FigureText.upToTwoDigits(Double.POSITIVE_INFINITY)).isEqualTo("∞");
    assertThat(FigureText.upToTwoDigits(Double.NaN)).isEqualTo("∞");
  }
}
