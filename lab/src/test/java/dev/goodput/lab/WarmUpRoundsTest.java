package dev.goodput.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WarmUpRoundsTest {
  private static final long MILLI = 1_000_000;

  private final List<Long> left = new ArrayList<>();
  private long now;
  private long cost;
  private long compiling;
  private long compilingRounds;

  /// Rounds that cost so much; the last cost goes on for ever.
  private int rounds(long roundNanos, long... costs) {
    return new WarmUpRounds(3000 * MILLI, () -> now, () -> cost, () -> compiling)
        .run(maxNanos -> {
          cost += costs[Math.min(left.size(), costs.length - 1)];
          left.add(maxNanos.getAsLong());
          now += roundNanos;
          compiling += compilingRounds-- > 0 ? roundNanos / 2 : roundNanos / 20;
          return true;
        });
  }

  @Test
  void continuesWhileRoundsGetCheaper() {
    assertThat(rounds(MILLI, 1000, 800, 700, 600, 500, 400, 399, 398)).isEqualTo(8);
  }

  @Test
  void endsAfterTwoRoundsThatWereNoCheaper() {
    assertThat(rounds(MILLI, 1000, 800, 500, 490, 480)).isEqualTo(5);
  }

  @Test
  void continuesWhileTheCompilerIsBusy() {
    compilingRounds = 7;
    assertThat(rounds(MILLI, 100)).isEqualTo(9);
  }

  @Test
  void makesAtLeastFourRounds() {
    assertThat(rounds(MILLI, 100)).isEqualTo(4);
  }

  @Test
  void endsAfterThreeSecondsHoweverMuchCheaperItStillGets() {
    assertThat(rounds(700 * MILLI, 1L << 60, 1L << 55, 1L << 50, 1L << 45, 1L << 40, 1L << 35))
        .isEqualTo(5);
    assertThat(left)
        .containsExactly(3000 * MILLI, 2300 * MILLI, 1600 * MILLI, 900 * MILLI, 200 * MILLI);
  }

  @Test
  void passesTheRemainingTimeToEachPartOfARound() {
    new WarmUpRounds(3000 * MILLI, () -> now, () -> cost, () -> compiling)
        .run(maxNanos -> {
          now += 2000 * MILLI;
          left.add(maxNanos.getAsLong());
          now += 2000 * MILLI;
          left.add(maxNanos.getAsLong());
          return true;
        });
    assertThat(left).containsExactly(1000 * MILLI, -1000 * MILLI);
  }

  @Test
  void endsWhenARoundFails() {
    assertThat(
            new WarmUpRounds(3000 * MILLI, () -> now, () -> cost, () -> compiling).run(_ -> false))
        .isEqualTo(1);
  }
}
