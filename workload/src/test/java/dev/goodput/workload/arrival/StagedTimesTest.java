package dev.goodput.workload.arrival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.workload.arrival.Arrivals.Stages;
import dev.goodput.workload.input.WorkloadException;
import dev.goodput.workload.testing.KolmogorovSmirnov;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StagedTimesTest {

  @Test
  void evenStagesFollowTheRate() {
    List<Double> times = seconds(Stages.parse("2:2s, 4:1s", 0), 1);

    assertThat(times).containsExactly(0.0, 0.5, 1.0, 1.5, 2.0, 2.25, 2.5, 2.75);
  }

  @Test
  void aRampReachesItsEnd() {
    List<Double> times = seconds(Stages.parse("0-10:20s", 0), 1);

    // Λ(t) = t²/4, so arrival k falls at 2·√k.
    assertThat(times).hasSize(100);
    for (int k = 0; k < 100; k++) {
      assertThat(times.get(k)).isCloseTo(2 * Math.sqrt(k), within(1e-8));
    }
  }

  @Test
  void aFallingRampAndAPauseWorkToo() {
    List<Double> times = seconds(Stages.parse("10-0:20s,0:5s,10:1s", 0), 1);

    assertThat(times).hasSize(110);
    assertThat(times.stream().filter(t -> t < 20)).hasSize(100);
    assertThat(times.stream().filter(t -> t >= 20 && t < 25)).isEmpty();
    assertThat(times.get(100)).isEqualTo(25.0);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  @Tag("property")
  void timesOfAPoissonRampSpreadAsTheRateDoes(long seed) {
    double[] times =
        seconds(Stages.parse("0-200:100s", 1), seed).stream().mapToDouble(t -> t).toArray();

    assertThat(times.length).isBetween(10_000 - 330, 10_000 + 330);
    assertThat(KolmogorovSmirnov.statistic(times, t -> t * t / 10_000))
        .isLessThan(KolmogorovSmirnov.ONE_IN_A_THOUSAND);
  }

  @Test
  void staysAtItsEnd() {
    FireTimes times = Stages.parse("1:1s", 0).open(1);
    times.nextNanos();

    assertThat(times.nextNanos()).isEqualTo(FireTimes.END);
    assertThat(times.nextNanos()).isEqualTo(FireTimes.END);
  }

  @Test
  void readsUnits() {
    assertThat(Stages.parse("1:500ms,1-2:2m,3:0.5h,4:5s", 1).stages())
        .extracting(Arrivals.Stage::seconds)
        .containsExactly(0.5, 120.0, 1800.0, 5.0);
  }

  @Test
  void namesTheStageThatCannotBeRead() {
    assertThatThrownBy(() -> Stages.parse("2:30s,fast:10s", 1))
        .isInstanceOf(WorkloadException.Syntax.class)
        .hasMessage(
            "cannot read stage \"fast:10s\" of \"2:30s,fast:10s\": expected RATE:LENGTH or"
                + " RATE-RATE:LENGTH, each length with its unit (ms, s, m, h), for example"
                + " 2:30s,2-20:1m,20:30s");
    assertThatThrownBy(() -> Stages.parse("2:3", 1))
        .hasMessageStartingWith("cannot read stage \"2:3\" of \"2:3\": expected RATE:LENGTH");
    assertThatThrownBy(() -> Stages.parse("2:0s", 1))
        .hasMessage("a stage's length must be above 0 seconds, found 0.0");
    assertThatThrownBy(() -> Stages.parse("0:10s", 1)).hasMessageContaining("stages need a rate");
  }

  private static List<Double> seconds(Stages stages, long seed) {
    FireTimes times = stages.open(seed);
    List<Double> seconds = new ArrayList<>();
    for (long now = times.nextNanos(); now != FireTimes.END; now = times.nextNanos()) {
      seconds.add(now / 1e9);
    }
    return seconds;
  }
}
