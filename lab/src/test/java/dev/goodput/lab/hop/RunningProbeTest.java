package dev.goodput.lab.hop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.hop.CheckFinding;
import dev.goodput.metrics.hop.CheckResult;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.dialect.Dialect;
import org.junit.jupiter.api.Test;

final class RunningProbeTest {
  private static final int MUCH = 100_000;

  private static CheckFinding look(CountedServer server) {
    Dialect chat = Dialect.named("chat");
    ProbeTools probing =
        new ProbeTools(
            Endpoint.of(server.url(), chat),
            Endpoint.of(server.viaUrl(), chat),
            "m",
            "m",
            NanoClock.SYSTEM);
    return RunningProbe.streaming(probing, server, "ask elsewhere");
  }

  @Test
  void noticesThatTheWorkStops() {
    try (CountedServer server = new CountedServer(400, MUCH, false)) {
      CheckFinding found = look(server);
      assertThat(found.rating()).as(found.message()).isEqualTo(CheckResult.KEPT);
      assertThat(found.figures()).containsKey("max_ms");
    }
  }

  @Test
  void doesNotTreatANaturalEndAsACancellation() {
    try (CountedServer server = new CountedServer(400, MUCH, true)) {
      CheckFinding found = look(server);
      assertThat(found.rating()).as(found.message()).isEqualTo(CheckResult.BROKEN);
      assertThat(found.message()).contains("still generates");
    }
  }

  @Test
  void requestsLessFromASmallServer() {
    try (CountedServer server = new CountedServer(400, 1_000, false)) {
      CheckFinding found = look(server);
      assertThat(found.rating()).as(found.message()).isEqualTo(CheckResult.KEPT);
    }
  }

  @Test
  void isUnknownIfResponsesEndAtOnce() {
    try (CountedServer server = new CountedServer(10, MUCH, true)) {
      CheckFinding found = look(server);
      assertThat(found.rating()).isEqualTo(CheckResult.UNKNOWN);
      assertThat(found.message()).contains("too soon for a client to leave");
    }
  }

  @Test
  void isUnknownForAServerThatRefuses() {
    try (CountedServer server = new CountedServer(10, 1_000, true)) {
      assertThat(look(server).rating()).isEqualTo(CheckResult.UNKNOWN);
    }
    assertThat(RunningProbe.streaming(probingNobody(), null, "ask elsewhere").message())
        .contains("ask elsewhere");
  }

  private static ProbeTools probingNobody() {
    Endpoint nobody = Endpoint.of("http://127.0.0.1:9", Dialect.named("chat"));
    return new ProbeTools(nobody, nobody, "m", "m", NanoClock.SYSTEM);
  }
}
