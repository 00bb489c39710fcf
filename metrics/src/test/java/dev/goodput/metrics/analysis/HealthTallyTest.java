package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.record.HealthSample;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class HealthTallyTest {
  private static final long SECOND = 1_000_000_000;
  private static final long MILLI = 1_000_000;

  /// A hundred probes, each of them so late; a pause of as much.
  private static HealthSample sample(long second, long lagNanos) {
    return new HealthSample(
        0,
        second * SECOND,
        Collections.nCopies(100, lagNanos),
        List.of(lagNanos),
        0.5,
        Double.NaN,
        7,
        0,
        1);
  }

  private static Distribution lag(HealthTally tally) {
    return Objects.requireNonNull(tally.loopLag().build(null));
  }

  @Test
  void samplesSpeakOfTheSecondBeforeThem() {
    HealthTally tally = new HealthTally(2 * SECOND, 4 * SECOND, Long.MIN_VALUE);
    for (int second = 1; second <= 7; second++) {
      tally.add(sample(second, second * MILLI));
    }

    assertThat(lag(tally).min()).isEqualTo(3);
    assertThat(lag(tally).max()).isEqualTo(5);
    assertThat(tally.pauses().count()).isEqualTo(3);
  }

  @Test
  void theDrainCountsForNothing() {
    HealthTally tally = new HealthTally(0, 4 * SECOND, Long.MIN_VALUE);
    for (int second = 1; second <= 60; second++) {
      tally.add(sample(second, second <= 4 ? 20 * MILLI : 0));
    }

    assertThat(lag(tally).count()).isEqualTo(500);
    assertThat(lag(tally).p99()).isEqualTo(20);
  }

  @Test
  void whoHasWaitedSinceTheWindowCountsUntilNobodyDoes() {
    HealthTally tally = new HealthTally(0, 4 * SECOND, 4 * SECOND);
    for (int second = 1; second <= 20; second++) {
      tally.add(sample(second, second > 4 && second <= 10 ? (second - 4) * SECOND : 0));
    }

    assertThat(lag(tally).count()).isEqualTo(1000);
    assertThat(lag(tally).max()).isEqualTo(6000);
    assertThat(tally.pauses().count()).isEqualTo(5);
  }

  @Test
  void whoHasWaitedSinceLaterDoesNot() {
    HealthTally tally = new HealthTally(0, 4 * SECOND, 4 * SECOND);
    for (int second = 1; second <= 20; second++) {
      tally.add(sample(second, second > 6 ? (second - 6) * SECOND : 0));
    }

    assertThat(lag(tally).count()).isEqualTo(500);
    assertThat(lag(tally).max()).isZero();
  }
}
