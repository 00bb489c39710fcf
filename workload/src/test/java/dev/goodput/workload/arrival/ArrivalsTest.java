package dev.goodput.workload.arrival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.workload.arrival.Arrivals.Burst;
import dev.goodput.workload.arrival.Arrivals.Closed;
import dev.goodput.workload.arrival.Arrivals.Constant;
import dev.goodput.workload.arrival.Arrivals.Gamma;
import dev.goodput.workload.arrival.Arrivals.Poisson;
import dev.goodput.workload.arrival.Arrivals.ProbeArrivals;
import dev.goodput.workload.arrival.Arrivals.Scheduled;
import dev.goodput.workload.arrival.Arrivals.Stages;
import dev.goodput.workload.arrival.Arrivals.Steered;
import dev.goodput.workload.arrival.Arrivals.Trace;
import dev.goodput.workload.input.WorkloadException;
import dev.goodput.workload.random.Purpose;
import dev.goodput.workload.random.RandomStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArrivalsTest {

  @Test
  void namesTheRatesBetweenStages() {
    assertThat(Stages.parse("2:3s,2-20:5s,20:3s", 1).profile()).isEqualTo("2→20/s");
    assertThat(Stages.parse("0.333333-8:3s,4:5s", 1).profile()).isEqualTo("0.33→8→4/s");
    assertThat(Stages.parse("1:1s,2:1s,9:1s,3:1s,4:1s,5:1s", 1).profile()).isEqualTo("1→9→5/s");
    assertThat(Stages.parse("1:5s,2:5s,4:5s,8:5s,16:5s,32:5s", 1).profile()).isEqualTo("1→32/s");
    assertThat(Stages.parse("32:5s,16:5s,8:5s,4:5s,2:5s,1:5s", 1).profile()).isEqualTo("32→1/s");
    assertThat(Stages.parse("8:1s,1:1s,8:1s,1:1s,8:1s,1:1s,8:1s", 1).profile())
        .isEqualTo("8→1→8/s");
    assertThat(new Poisson(8).profile()).isEmpty();
  }

  @Test
  void probesKeepTheirGridForYears() {
    long every = 30_000_000_007L;
    ProbeArrivals looks = new ProbeArrivals(every, 3);
    FireTimes times = looks.open(1);
    long perYear = 365L * 24 * 120 * 3;
    for (long i = 0; i < perYear; i++) {
      assertThat(times.nextNanos()).isEqualTo(i / 3 * every);
    }
    assertThat(looks.rate()).isCloseTo(.1, within(1e-9));
  }

  @Test
  void theSameSeedGivesTheSameTimesAndAnotherSeedOthers() {
    for (Scheduled arrivals :
        List.of(new Poisson(8), new Gamma(8, 2), Stages.parse("2:10s,2-50:20s", 1))) {
      assertThat(first(arrivals.open(7), 100)).isEqualTo(first(arrivals.open(7), 100));
      assertThat(first(arrivals.open(8), 100)).isNotEqualTo(first(arrivals.open(7), 100));
    }
  }

  @Test
  void stagesSendThePlannedNumberOfRequestsOnAverage() {
    Stages stages = Stages.parse("2:3s,2-20:5s,20:2s", 1);

    assertThat(stages.rateUntil(0)).isEqualTo(2);
    assertThat(stages.rateUntil(3)).isEqualTo(2);
    assertThat(stages.rateUntil(5.5)).isCloseTo((6 + (2 + 11) / 2.0 * 2.5) / 5.5, within(1e-9));
    assertThat(stages.rateUntil(10)).isCloseTo(stages.rate(), within(1e-9));
    assertThat(stages.rateUntil(60)).isCloseTo(stages.rate(), within(1e-9));
    assertThat(new Poisson(8).rateUntil(3)).isEqualTo(8);
  }

  @Test
  void aSteeredProcessUsesTheCurrentRateForEachArrival() {
    List<Long> requested = new ArrayList<>();
    DynamicRate pace =
        (arrivals, nanos) -> {
          requested.add(nanos);
          return arrivals < 2_000 ? 10 : arrivals < 6_000 ? 40 : 0;
        };
    FireTimes times = new Steered(pace).open(11);
    List<Long> found = new ArrayList<>();
    for (long at = times.nextNanos(); at != FireTimes.END; at = times.nextNanos()) {
      found.add(at);
    }

    assertThat(found).hasSize(6_000).isSorted();
    assertThat(requested.subList(1, requested.size())).isEqualTo(found);
    // Means of 2,000 and 4,000 exponential gaps: 5 standard errors.
    assertThat(found.get(1_999) / 1e9 / 2_000).isCloseTo(.1, within(.1 * 5 / Math.sqrt(2_000)));
    assertThat((found.get(5_999) - found.get(1_999)) / 1e9 / 4_000)
        .isCloseTo(.025, within(.025 * 5 / Math.sqrt(4_000)));
    assertThat(times.nextNanos()).isEqualTo(FireTimes.END);
  }

  @Test
  void constantTimesNeverDrift() {
    FireTimes times = new Constant(3).open(1);
    assertThat(times.nextNanos()).isZero();
    assertThat(times.nextNanos()).isEqualTo(333_333_333);
    long last = 0;
    for (int i = 2; i <= 3_000_000; i++) {
      last = times.nextNanos();
    }

    assertThat(last).isEqualTo(1_000_000L * 1_000_000_000);
  }

  @Test
  void gapsAddUpExactly() {
    RandomStream same = RandomStream.of(5, Purpose.ARRIVALS);
    FireTimes times = new Poisson(0.001).open(5);
    BigDecimal sum = BigDecimal.ZERO;
    long last = 0;
    for (int i = 0; i < 200_000; i++) {
      sum = sum.add(new BigDecimal(same.nextExponential() * (1e9 / 0.001)));
      last = times.nextNanos();
    }

    // Some six years in: a double would be off by tens of nanoseconds at every single step.
    assertThat(last).isCloseTo(sum.longValue(), within(1L));
  }

  @Test
  void timesNeverDecreaseEvenAtExtremeRates() {
    for (double rate : new double[] {1e-12, 1e-3, 1e12}) {
      for (Scheduled arrivals :
          List.of(new Poisson(rate), new Gamma(rate, 9), new Constant(rate))) {
        FireTimes times = arrivals.open(3);
        long before = 0;
        for (int i = 0; i < 1000; i++) {
          long now = times.nextNanos();
          assertThat(now).isGreaterThanOrEqualTo(before);
          before = now;
        }
      }
    }
  }

  @Test
  void aBurstArrivesAtOnceAndEnds() {
    FireTimes times = new Burst(3).open(1);

    assertThat(first(times, 5)).containsExactly(0, 0, 0, FireTimes.END, FireTimes.END);
  }

  @Test
  void aTraceIsPlayedWithItsTimeScale() {
    assertThat(new Trace(1).fireNanos(1_234_567_890_123L)).isEqualTo(1_234_567_890_123L);
    assertThat(new Trace(0.5).fireNanos(1001)).isEqualTo(501);
    assertThat(new Trace(2).fireNanos(1001)).isEqualTo(2002);
  }

  @Test
  void knowsNamesAndRates() {
    assertThat(new Closed().name()).isEqualTo("closed");
    assertThat(new Closed().rate()).isNaN();
    assertThat(new Trace(1).rate()).isNaN();
    assertThat(new Burst(2).rate()).isNaN();
    assertThat(new Gamma(3, 2).rate()).isEqualTo(3);
    assertThat(Stages.parse("2:30s,2-20:60s", 1).rate()).isEqualTo((60 + 660) / 90.0);
    assertThat(
            List.of(new Constant(1), new Poisson(1), new Gamma(1, 2), new Trace(1), new Burst(1)))
        .extracting(Arrivals::name)
        .containsExactly("constant", "poisson", "gamma", "trace", "burst");
  }

  @Test
  void refusesInvalidSettings() {
    assertThatThrownBy(() -> new Poisson(-3))
        .isInstanceOf(WorkloadException.Syntax.class)
        .hasMessage("the rate must be above 0 requests/s, found -3.0");
    assertThatThrownBy(() -> new Constant(0)).hasMessageContaining("the rate must be above 0");
    assertThatThrownBy(() -> new Gamma(1, 0)).hasMessageContaining("the CV of gaps");
    assertThatThrownBy(() -> new Poisson(Double.NaN)).hasMessageContaining("found NaN");
    assertThatThrownBy(() -> new Trace(0)).hasMessageContaining("the time scale must be above 0");
    assertThatThrownBy(() -> new Burst(0)).hasMessageContaining("number of requests");
    assertThatThrownBy(() -> new Stages(List.of(), 1)).hasMessageContaining("stages need a rate");
  }

  private static long[] first(FireTimes times, int count) {
    long[] first = new long[count];
    for (int i = 0; i < count; i++) {
      first[i] = times.nextNanos();
    }
    return first;
  }
}
