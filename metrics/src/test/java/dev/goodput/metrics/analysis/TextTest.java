package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TextTest {
  @Test
  void roundsCountsUpToTwoDigitsAndKnowsWhatIsNone() {
    assertThat(Text.upToTwoDigits(60.2)).isEqualTo("61");
    assertThat(Text.upToTwoDigits(1201)).isEqualTo("1300");
    assertThat(Text.upToTwoDigits(Double.POSITIVE_INFINITY)).isEqualTo("∞");
    assertThat(Text.upToTwoDigits(Double.NaN)).isEqualTo("∞");
  }
}
