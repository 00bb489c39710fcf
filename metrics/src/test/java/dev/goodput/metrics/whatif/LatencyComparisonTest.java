package dev.goodput.metrics.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LatencyComparisonTest {
  private static final EvenStream SLOW_START = millis(1200, 80);
  private static final EvenStream QUICK_START = millis(800, 100);

  private static EvenStream millis(long ttft, long tpot) {
    return new EvenStream(ttft * 1_000_000, tpot * 1_000_000);
  }

  private static LatencyComparison byE2el(EvenStream a, EvenStream b) {
    return LatencyComparison.of(a.e2el(), b.e2el());
  }

  @Test
  void turnsWhereTheTextbookSaysAndOneTokenLaterByOurReading() {
    LatencyComparison.Crossover textbook =
        (LatencyComparison.Crossover)
            LatencyComparison.of(SLOW_START.textbookE2el(), QUICK_START.textbookE2el());
    assertThat(textbook.tokens()).isEqualTo(20);
    LatencyComparison.Crossover ours =
        (LatencyComparison.Crossover) byE2el(SLOW_START, QUICK_START);
    assertThat(ours.tokens()).isEqualTo(21);
    assertThat(ours.whole()).isTrue();
    assertThat(ours.below()).isEqualTo(WhatIfSide.B);
    assertThat(ours.above()).isEqualTo(WhatIfSide.A);
    assertThat(ours.lastBelow()).isEqualTo(20);
    assertThat(ours.firstAbove()).isEqualTo(22);
  }

  @Test
  void turnsBetweenTwoAnswers() {
    LatencyComparison.Crossover turns =
        (LatencyComparison.Crossover) byE2el(millis(100, 30), millis(200, 7));
    assertThat(turns.tokens()).isEqualTo(1 + 100 / 23.0);
    assertThat(turns.whole()).isFalse();
    assertThat(turns.below()).isEqualTo(WhatIfSide.A);
    assertThat(turns.lastBelow()).isEqualTo(5);
    assertThat(turns.firstAbove()).isEqualTo(6);
  }

  @Test
  void neverTurnsWhereOneIsFasterInBoth() {
    assertThat(byE2el(millis(100, 30), millis(200, 40)))
        .isEqualTo(new LatencyComparison.Always(WhatIfSide.A, false));
    assertThat(byE2el(millis(200, 30), millis(100, 30)))
        .isEqualTo(new LatencyComparison.Always(WhatIfSide.B, false));
  }

  @Test
  void isEqualAtOneTokenWhereOnlyTheTpotDiffers() {
    assertThat(byE2el(millis(100, 50), millis(100, 40)))
        .isEqualTo(new LatencyComparison.Always(WhatIfSide.B, true));
    assertThat(byE2el(millis(100, 40), millis(100, 50)))
        .isEqualTo(new LatencyComparison.Always(WhatIfSide.A, true));
  }

  @Test
  void isEqualWhereBothAreTheSame() {
    assertThat(byE2el(SLOW_START, SLOW_START)).isEqualTo(new LatencyComparison.Equal());
  }

  @Test
  void doesNotTurnBeforeTheFirstToken() {
    // The textbook's lines cross at half a token, which no response has.
    assertThat(LatencyComparison.of(millis(100, 40).textbookE2el(), millis(110, 20).textbookE2el()))
        .isEqualTo(new LatencyComparison.Always(WhatIfSide.B, false));
  }

  @Test
  void isOfReadersTheFirstTokenAloneWhereBothOutrunThem() {
    assertThat(
            LatencyComparison.of(
                SLOW_START.readBy(Reader.DEFAULT), QUICK_START.readBy(Reader.DEFAULT)))
        .isEqualTo(new LatencyComparison.Always(WhatIfSide.B, false));
  }

  @Tag("property")
  @Test
  void agreesWithEveryLengthTriedOut() {
    Random random = new Random(42);
    for (int i = 0; i < 2000; i++) {
      EvenStream a = millis(1 + random.nextInt(50), 1 + random.nextInt(8));
      EvenStream b = millis(1 + random.nextInt(50), 1 + random.nextInt(8));
      LatencyComparison faster = byE2el(a, b);
      for (int tokens = 1; tokens <= 60; tokens++) {
        int expected = Long.signum(b.e2el().nanos(tokens) - a.e2el().nanos(tokens));
        assertThat(sign(faster, tokens)).as("%s %s at %d", a, b, tokens).isEqualTo(expected);
      }
    }
  }

  /// Returns 1 if A is faster, −1 if B is.
  private static int sign(LatencyComparison faster, int tokens) {
    return switch (faster) {
      case LatencyComparison.Equal equal -> 0;
      case LatencyComparison.Always(WhatIfSide side, boolean equalAtOne) ->
          equalAtOne && tokens == 1 ? 0 : sign(side);
      case LatencyComparison.Crossover turns ->
          tokens <= turns.lastBelow()
              ? sign(turns.below())
              : tokens >= turns.firstAbove() ? sign(turns.above()) : 0;
    };
  }

  private static int sign(WhatIfSide side) {
    return side == WhatIfSide.A ? 1 : -1;
  }
}
