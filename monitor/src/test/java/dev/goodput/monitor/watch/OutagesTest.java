package dev.goodput.monitor.watch;

import static dev.goodput.monitor.watch.Probes.probe;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.Outcome;
import org.junit.jupiter.api.Test;

class OutagesTest {
  private static final Outcome OK = new Outcome.Ok("stop");
  private static final Outcome BAD = new Outcome.HttpError(503, "overloaded");
  private final Outages outages = new Outages();

  @Test
  void anOutageLastedFromBetweenTwoLooksToBetweenTwoOthers() {
    assertThat(outages.add(probe(0, OK))).isEmpty();
    Outage begun = outages.add(probe(1, BAD)).orElseThrow();
    assertThat(begun.over()).isFalse();
    assertThat(begun.why()).isEqualTo("http_error 503: overloaded");
    assertThat(outages.add(probe(2, BAD))).isEmpty();
    Outage over = outages.add(probe(3, OK)).orElseThrow();

    // Down at 10 s and 20 s, up at 0 s and 30 s: more than 10 s and less than 30 s.
    assertThat(over.minSeconds()).isEqualTo(10);
    assertThat(over.maxSeconds()).isEqualTo(30);
    assertThat(over.probes()).isEqualTo(2);
    assertThat(ProbeText.lasted(over)).isEqualTo("10 s to 30 s");
    assertThat(outages.all()).containsExactly(over);
  }

  @Test
  void nobodyKnowsTheMostOfOneThatTheWatchBeganWithOrThatStillLasts() {
    outages.add(probe(0, BAD));
    Outage first = outages.add(probe(1, OK)).orElseThrow();
    assertThat(first.maxSeconds()).isInfinite();
    assertThat(ProbeText.lasted(first)).isEqualTo("an unknown time");
    outages.add(probe(2, BAD));
    outages.add(probe(3, BAD));
    assertThat(outages.all()).hasSize(2);
    assertThat(outages.all().getLast().maxSeconds()).isInfinite();
    assertThat(outages.all().getLast().minSeconds()).isEqualTo(10);
  }

  @Test
  void aServerIsNotDownThatAnswersSomeOfALook() {
    assertThat(outages.add(probe(0, BAD, OK))).isEmpty();
    assertThat(outages.all()).isEmpty();
  }

  @Test
  void whatTheWatchBrokeOffItselfTellsNothing() {
    assertThat(outages.add(probe(0, new Outcome.Cancelled("stopped")))).isEmpty();
    outages.add(probe(1, BAD));
    assertThat(outages.add(probe(2, new Outcome.Cancelled("stopped")))).isEmpty();
    assertThat(outages.all().getLast().over()).isFalse();
    assertThat(outages.all().getLast().probes()).isOne();
  }
}
