package dev.goodput.lab.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class FloodLevelTest {
  private static Observations.Seen endedAfter(long millis) {
    return ended(millis, Observations.Fate.LATE);
  }

  private static Observations.Seen ended(long millis, Observations.Fate fate) {
    return new Observations.Seen(0, millis * 1_000_000, 0, 1, 1, 1, 1, true, fate);
  }

  @Test
  void isTheRateOfTheMiddlePart() {
    FloodLevel flood = new FloodLevel();
    for (int i = 0; i < 100; i++) {
      // Slow to begin, then one in 50 ms, then a straggling end.
      flood.ended(endedAfter(i < 20 ? 10_000 : i < 80 ? 10_000 + (i - 20) * 50L : 60_000 + i));
    }
    assertThat(flood.result().rate()).isCloseTo(20, within(1e-9));
  }

  @Test
  void isUnknownForTooFewResponses() {
    FloodLevel flood = new FloodLevel();
    assertThat(flood.result().rate()).isNaN();
    flood.ended(endedAfter(5));
    assertThat(flood.result().rate()).isNaN();
  }

  @Test
  void countsNoFailedRequestHoweverFast() {
    FloodLevel flood = new FloodLevel();
    for (int i = 0; i < 100; i++) {
      flood.ended(ended(1 + i % 3, Observations.Fate.FAILED));
      flood.ended(endedAfter(1_000 + i * 100L));
    }
    assertThat(flood.result().rate()).isCloseTo(10, within(1e-9));
    assertThat(flood.result().requests()).isEqualTo(200);
  }

  @Test
  void countsSessionsAndNotTheirTurns() {
    FloodLevel flood = new FloodLevel();
    for (int i = 0; i < 100; i++) {
      long nanos = (1_000 + i * 100L) * 1_000_000;
      flood.ended(
          new Observations.Seen(0, nanos, 0, 1, 1, 1, 4, i % 4 == 0, Observations.Fate.GOOD));
    }
    assertThat(flood.result().rate()).isCloseTo(2.5, within(1e-9));
  }
}
