package dev.goodput.lab.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class FloodTest {
  private static Observations.Seen endedAfter(long millis) {
    return new Observations.Seen(0, millis * 1_000_000, 1, 1, true, true, true);
  }

  @Test
  void isTheRateOfTheMiddleAlone() {
    Flood flood = new Flood();
    for (int i = 0; i < 100; i++) {
      // Slow to begin, then one in 50 ms, then a straggling end.
      flood.ended(endedAfter(i < 20 ? 10_000 : i < 80 ? 10_000 + (i - 20) * 50L : 60_000 + i));
    }
    assertThat(flood.rate().orElseThrow()).isCloseTo(20, within(1e-9));
  }

  @Test
  void isNotKnownOfTooFew() {
    Flood flood = new Flood();
    assertThat(flood.rate()).isEmpty();
    flood.ended(endedAfter(5));
    assertThat(flood.rate()).isEmpty();
  }
}
