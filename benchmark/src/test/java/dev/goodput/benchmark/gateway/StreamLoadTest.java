package dev.goodput.benchmark.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.simulator.truth.TruthOptions;
import dev.goodput.simulator.truth.TruthServer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class StreamLoadTest {
  @Test
  void comparesEachEventWithTheMomentItCarries() throws InterruptedException {
    TruthOptions server = TruthOptions.of(5_000_000, 1_000_000, StreamLoad.TOKENS);
    try (TruthServer truth = TruthServer.start(server.withKeepLog(false));
        StreamLoad load = StreamLoad.open(truth.url())) {
      StreamLoad.Seen seen = load.run(2, 1);
      assertThat(seen.delays().count()).isEqualTo((int) truth.contentEvents());
      assertThat(seen.firsts().count()).isEqualTo((int) truth.begun());
      assertThat(seen.gaps().count() + seen.firsts().count()).isEqualTo(seen.delays().count());
      assertThat(seen.delays().micros(0)).isPositive();
      assertThat(seen.firsts().micros(1)).isGreaterThanOrEqualTo(5_000);
    }
  }

  @Test
  void readsTheMomentsInTurn() {
    Moments moments = new Moments("@        12 @7");
    assertThat(moments.next()).isTrue();
    assertThat(moments.nanos()).isEqualTo(12);
    assertThat(moments.next()).isTrue();
    assertThat(moments.nanos()).isEqualTo(7);
    assertThat(moments.next()).isFalse();
  }

  @Test
  void takesTheNearestRank() {
    Delays delays = new Delays();
    assertThat(delays.micros(0.5)).isNaN();
    LongStream.rangeClosed(1, 2000).map(i -> (2001 - i) * 1000).forEach(delays::add);
    assertThat(delays.micros(0.5)).isEqualTo(1000);
    assertThat(delays.micros(0.99)).isEqualTo(1980);
    assertThat(delays.micros(0)).isEqualTo(1);
  }
}
