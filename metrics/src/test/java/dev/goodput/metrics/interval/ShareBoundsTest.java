package dev.goodput.metrics.interval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ShareBoundsTest {
  @Test
  void areThoseOfTheTables() {
    // The rule of three, exactly: if all n are good, .05^(1/n).
    assertThat(ShareBounds.lower(59, 59, .95)).isCloseTo(Math.pow(.05, 1.0 / 59), within(1e-9));
    assertThat(ShareBounds.upper(0, 10, .95)).isCloseTo(1 - Math.pow(.05, .1), within(1e-9));
    // 15 of 20, both sides at 97.5 %: 50.9 % to 91.3 %.
    assertThat(ShareBounds.lower(15, 20, .975)).isCloseTo(.5090, within(1e-4));
    assertThat(ShareBounds.upper(15, 20, .975)).isCloseTo(.9134, within(1e-4));
  }

  @Test
  void areOpenWhereNothingSpeaksAgainstIt() {
    assertThat(ShareBounds.upper(7.5, 7.5, .95)).isEqualTo(1);
    assertThat(ShareBounds.lower(0, 7.5, .95)).isZero();
  }
}
