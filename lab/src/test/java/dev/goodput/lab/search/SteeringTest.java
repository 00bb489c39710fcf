package dev.goodput.lab.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.slo.Slo;
import org.junit.jupiter.api.Test;

/// A schedule that is made ahead of the server, as over HTTP.
class SteeringTest {
  private static final Slo CHAT = Slo.parse("ttft<=200ms,tpot<=80ms");
  private static final long SECOND = 1_000_000_000L;

  private final Memory memory = new Memory();
  private final Steering steering =
      new Steering(new SearchPlan(CHAT, .95, .04, 100, 100_000, 0), memory, 100);
  private double rate;

  /// Schedules arrivals at 100/s.
  private void schedule(int from, int until) {
    for (int i = from; i < until; i++) {
      rate = steering.rate(i, i * SECOND / 100);
    }
  }

  private void ended(int from, int until, Observations.Fate fate, long lagNanos) {
    for (int i = from; i <= until; i++) {
      steering.ended(
          new Observations.Seen(i * SECOND / 100, SECOND, lagNanos, 100, 100, true, fate));
    }
  }

  @Test
  void doesNotTakeForBadWhatIsNotOverYet() {
    // The first stretch has 140 arrivals, of which 40 are not judged; the second has 100.
    schedule(0, 140);
    assertThat(rate).isEqualTo(85);
    schedule(140, 240);
    assertThat(rate).isEqualTo(92);
    ended(1, 120, Observations.Fate.GOOD, 0);
    schedule(240, 241);

    assertThat(steering.steps()).isEmpty();
    assertThat(rate).isEqualTo(92);

    ended(121, 140, Observations.Fate.GOOD, 0);
    assertThat(steering.steps()).hasSize(1);
    assertThat(steering.steps().getFirst().segment().attainment()).isEqualTo(1);
  }

  @Test
  void takesNothingForBadBeforeAnythingIsOver() {
    schedule(0, 241);

    assertThat(rate).isEqualTo(92);
    assertThat(steering.steps()).isEmpty();
  }

  @Test
  void waitsForNobodyForEver() {
    schedule(0, 240);
    ended(1, 139, Observations.Fate.GOOD, 0);
    assertThat(steering.steps()).isEmpty();

    // One that began at 9.2 s and took 1 s: 8.8 s after the end of the first stretch, and 7.8 s
    // after that of the second, of which nothing is over; eight mean residence times are 8 s.
    ended(920, 920, Observations.Fate.GOOD, 0);

    assertThat(steering.steps()).hasSize(1);
    assertThat(steering.steps().getFirst().segment().good()).isEqualTo(99);
    assertThat(steering.steps().getFirst().segment().judged()).isEqualTo(100);
  }

  @Test
  void endsWhereTheClientIsLate() {
    schedule(0, 140);
    ended(1, 140, Observations.Fate.GOOD, 20_000_000);
    schedule(140, 141);

    assertThat(rate).isZero();
    assertThat(steering.ending()).contains(SearchResult.Ending.CLIENT_BOUND);
    assertThat(steering.reason()).contains("20.0 ms, above 5.0 ms");
  }

  @Test
  void endsWhereTheSloIsKeptAtNoLoad() {
    long nanos = 0;
    for (int i = 0; steering.ending().isEmpty(); i++) {
      double next = steering.rate(i, nanos);
      if (i > 0) {
        steering.ended(new Observations.Seen(nanos, 1, 0, 100, 100, true, Observations.Fate.LATE));
      }
      nanos += Math.round(SECOND / Math.max(next, 1e-3));
      assertThat(i).isLessThan(100_000);
    }
    assertThat(steering.ending()).contains(SearchResult.Ending.UNSTABLE);
    assertThat(steering.reason()).startsWith("the SLO is kept by a request alone");
  }
}
