package dev.goodput.runner.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.history.SharedClock;
import dev.goodput.runner.fleet.ClockEstimates.Estimate;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ClockEstimatesTest {
  private static final long HOUR = 3_600_000_000_000L;
  private static final long MICRO = 1_000;
  private static final long EPOCH = 1_800_000_000L * 1_000_000_000;

  /// An exchange with a worker whose clocks are ahead, over a network with these delays.
  private static Estimate exchange(long at, long ahead, long wallAhead, long there, long back) {
    long remote = at + there;
    long received = remote + back;
    return Estimate.of(at, received, EPOCH + received, remote + ahead, EPOCH + remote + wallAhead);
  }

  @Test
  @Tag("property")
  void theOffsetIsNeverFurtherOffThanTheBound() {
    long seed = 7;
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 1000; round++) {
      ClockEstimates clocks = new ClockEstimates();
      long ahead = random.nextLong(-1000 * HOUR, 1000 * HOUR);
      long wallAhead = random.nextLong(-HOUR, HOUR);
      long quickest = Long.MAX_VALUE;
      for (int i = 0; i < ClockEstimates.EXCHANGES; i++) {
        long there = random.nextLong(1, 5000 * MICRO);
        long back = random.nextLong(1, 5000 * MICRO);
        quickest = Math.min(quickest, there + back);
        boolean complete =
            clocks.add(exchange(random.nextLong(HOUR), ahead, wallAhead, there, back));
        assertThat(complete).isEqualTo(i == ClockEstimates.EXCHANGES - 1);
      }
      Estimate best = clocks.at(0).orElseThrow();
      assertThat(best.boundNanos()).as("seed %d", seed).isEqualTo((quickest + 1) / 2);
      assertThat(best.offsetNanos() - ahead).isBetween(-best.boundNanos(), best.boundNanos());
      assertThat(best.wallOffsetNanos() - wallAhead)
          .isBetween(-best.boundNanos(), best.boundNanos());
    }
  }

  private static void round(ClockEstimates clocks, long at, long ahead, long delay) {
    for (int i = 0; i < ClockEstimates.EXCHANGES; i++) {
      clocks.add(exchange(at, ahead, 0, delay, delay));
    }
  }

  @Test
  void nothingIsKnownBeforeTheFirstRoundIsComplete() {
    ClockEstimates clocks = new ClockEstimates();
    clocks.add(exchange(0, 5, 0, 1, 1));
    assertThat(clocks.at(0)).isEmpty();
    assertThat(clocks.shared("run", 0)).isEmpty();
  }

  @Test
  void theDriftIsThatBetweenTheFirstAndTheLastRound() {
    ClockEstimates clocks = new ClockEstimates();
    long minute = 60_000_000_000L;
    round(clocks, 0, 1000 * MICRO, 10 * MICRO);
    round(clocks, minute, 1600 * MICRO, 10 * MICRO); // 600 µs in a minute are 10 ppm
    SharedClock shared = clocks.shared("run", 0).orElseThrow();
    assertThat(shared.driftPpm()).isCloseTo(10, org.assertj.core.api.Assertions.within(1e-9));
    assertThat(shared.rounds()).isEqualTo(2);
    assertThat(shared.offsetNanos()).isEqualTo(1000 * MICRO);
  }

  @Test
  void theBoundHoldsAtTheMomentThatItIsStatedFor() {
    ClockEstimates clocks = new ClockEstimates();
    long minute = 60_000_000_000L;
    long drifted = 5400 * MICRO; // two crystals of 45 ppm each, in opposite directions
    round(clocks, 0, 1000 * MICRO, 10 * MICRO);
    SharedClock shared = clocks.shared("run", minute).orElseThrow();
    assertThat(1000 * MICRO + drifted - shared.offsetNanos())
        .isBetween(-shared.boundNanos(), shared.boundNanos());
    assertThat(clocks.shared("run", 10 * MICRO).orElseThrow().boundNanos()).isEqualTo(10 * MICRO);
  }

  @Test
  void anExactRoundLongAgoCountsLessThanOneOfNow() {
    ClockEstimates clocks = new ClockEstimates();
    long hour = HOUR;
    round(clocks, 0, 1, 10 * MICRO);
    round(clocks, hour, 2, 50 * MICRO);
    assertThat(clocks.at(0).orElseThrow().offsetNanos()).isEqualTo(1);
    assertThat(clocks.at(hour).orElseThrow().offsetNanos()).isEqualTo(2);
  }
}
