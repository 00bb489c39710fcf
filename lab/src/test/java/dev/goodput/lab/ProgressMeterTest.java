package dev.goodput.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.load.LevelPlan;
import dev.goodput.load.LoadSnapshot;
import dev.goodput.metrics.live.Progress;
import dev.goodput.wire.client.Timeouts;
import dev.goodput.workload.arrival.Arrivals;
import org.junit.jupiter.api.Test;

final class ProgressMeterTest {
  private static final long SECOND = 1_000_000_000;

  private static ProgressMeter meter(LevelPlan level) {
    return new ProgressMeter(Plans.of(level).plan(), 0);
  }

  private static LoadSnapshot at(long nanos, long taken, long events) {
    return new LoadSnapshot(nanos, taken, 7, 2, events, 3_000_000, 1_500_000, .25, false, -1);
  }

  private static LoadSnapshot alone(long nanos, long taken) {
    return new LoadSnapshot(nanos, taken, 1, 0, 0, 0, 0, .25, false, -1);
  }

  @Test
  void reportsTheDrainAndItsDeadline() {
    LevelPlan level = new LevelPlan(new Arrivals.Poisson(8), 0, 0, 3 * SECOND, 0);
    ProgressMeter meter =
        new ProgressMeter(
            Plans.of(level).withTimeouts(new Timeouts(0, 0, 0, 600 * SECOND)).plan(), 0);

    assertThat(meter.progress(alone(2 * SECOND, 9)).phase()).isEqualTo(Progress.Phase.RUNNING);
    assertThat(meter.progress(alone(4 * SECOND, 9)).phase()).isEqualTo(Progress.Phase.RUNNING);
    Progress last = meter.progress(alone(5 * SECOND, 9));
    assertThat(last.phase()).isEqualTo(Progress.Phase.LAST_RESPONSES);
    assertThat(last.latestEndNanos()).isEqualTo(602 * SECOND);
  }

  @Test
  void reportsTheDrainOfALevelWithARequestLimitToo() {
    ProgressMeter meter = meter(Plans.closed(1, 9));

    assertThat(meter.progress(alone(60 * SECOND, 8)).phase()).isEqualTo(Progress.Phase.RUNNING);
    assertThat(meter.progress(alone(61 * SECOND, 9)).phase()).isEqualTo(Progress.Phase.RUNNING);
    Progress last = meter.progress(alone(63 * SECOND, 9));
    assertThat(last.phase()).isEqualTo(Progress.Phase.LAST_RESPONSES);
    assertThat(last.latestEndNanos()).isEqualTo(-1);
  }

  @Test
  void reportsHowLongADrainMayTake() {
    LoadSnapshot now = new LoadSnapshot(SECOND, 9, 1, 0, 0, 0, 0, .25, true, 21 * SECOND);
    Progress progress = meter(Plans.closed(1, 100)).progress(now);

    assertThat(progress.phase()).isEqualTo(Progress.Phase.DRAINING);
    assertThat(progress.latestEndNanos()).isEqualTo(21 * SECOND);
  }

  @Test
  void reportsTheProgressOfALevel() {
    LevelPlan level = new LevelPlan(new Arrivals.Poisson(8), 0, 0, 30 * SECOND, 0);
    Progress progress = meter(level).progress(at(10 * SECOND, 81, 0));

    assertThat(progress.elapsedNanos()).isEqualTo(10 * SECOND);
    assertThat(progress.remainingNanos()).isEqualTo(20 * SECOND);
    assertThat(progress.planned()).isEqualTo(-1);
    assertThat(progress.targetRate()).isEqualTo(8);
    assertThat(progress.achievedRate()).isCloseTo(8.1, within(1e-9));
    assertThat(progress.inFlight()).isEqualTo(7);
    assertThat(progress.waiting()).isEqualTo(2);
    assertThat(progress.scheduleLagMillis()).isEqualTo(3);
    assertThat(progress.loopLagMillis()).isEqualTo(1.5);
    assertThat(progress.ttftP50Millis()).isNaN();
  }

  @Test
  void stagesTargetThePlannedRateUpToNow() {
    Arrivals stages = Arrivals.Stages.parse("2:10s,40:10s", 1);
    ProgressMeter meter = meter(new LevelPlan(stages, 0, 0, 20 * SECOND, 0));

    assertThat(meter.progress(at(5 * SECOND, 10, 0)).targetRate()).isCloseTo(2, within(1e-9));
    assertThat(meter.progress(at(15 * SECOND, 220, 0)).targetRate())
        .isCloseTo(220 / 15.0, within(1e-9));
    assertThat(meter.progress(at(30 * SECOND, 420, 0)).targetRate()).isCloseTo(21, within(1e-9));
  }

  @Test
  void theActualRateCoversTheTimeOfDueArrivals() {
    ProgressMeter timed = meter(new LevelPlan(new Arrivals.Poisson(8), 0, 0, 10 * SECOND, 0));
    assertThat(timed.progress(at(5 * SECOND, 40, 0)).achievedRate()).isCloseTo(8, within(1e-9));
    assertThat(timed.progress(at(20 * SECOND, 80, 0)).achievedRate()).isCloseTo(8, within(1e-9));

    ProgressMeter counted = meter(new LevelPlan(new Arrivals.Poisson(8), 0, 80, 0, 0));
    assertThat(counted.progress(at(10 * SECOND, 80, 0)).achievedRate()).isCloseTo(8, within(1e-9));
    assertThat(counted.progress(at(20 * SECOND, 80, 0)).achievedRate()).isCloseTo(8, within(1e-9));
  }

  @Test
  void theActualRateIsFrozenByAnInterruption() {
    ProgressMeter meter = meter(new LevelPlan(new Arrivals.Poisson(8), 0, 0, 60 * SECOND, 0));
    for (long second : new long[] {10, 20}) {
      LoadSnapshot drain = new LoadSnapshot(second * SECOND, 80, 1, 0, 0, 0, 0, 0, true, -1);
      assertThat(meter.progress(drain).achievedRate()).isCloseTo(8, within(1e-9));
    }
  }

  @Test
  void countsTokensOfTheLastSecondsAsTheyStream() {
    ProgressMeter meter = meter(Plans.closed(4, 100));
    for (int quarter = 1; quarter <= 80; quarter++) {
      long events = quarter <= 40 ? 0 : (quarter - 40) * 25L;
      Progress progress = meter.progress(at(quarter * SECOND / 4, 0, events));
      if (quarter == 40) {
        assertThat(progress.outputTps()).isZero();
      }
      if (quarter == 80) {
        assertThat(progress.outputTps()).isCloseTo(100, within(1e-9));
      }
    }
  }

  @Test
  void aLevelWithOnlyARequestLimitShowsNoTimeLeft() {
    Progress progress = meter(Plans.closed(4, 100)).progress(at(SECOND, 1, 1));

    assertThat(progress.remainingNanos()).isEqualTo(-1);
    assertThat(progress.planned()).isEqualTo(100);
    assertThat(progress.targetRate()).isNaN();
  }
}
