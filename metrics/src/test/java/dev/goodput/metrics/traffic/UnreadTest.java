package dev.goodput.metrics.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.Outcome;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UnreadTest {
  private static GatewayInfo passage() {
    return new GatewayInfo(
        "", "acme", "/files", "a", "", "", 0, 0, 0, 70, 30, GatewayInfo.Parting.CUT);
  }

  private static RequestMaker exchange(double atMs) {
    return RequestMaker.at(atMs).passage(passage()).ended(atMs + 250);
  }

  @Test
  void isCountedApartByUpstreamAndInNoOtherFigure() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    meter.addUnparsed(exchange(0).make(), 200);
    meter.addUnparsed(exchange(1000).outcome(new Outcome.HttpError(404, "")).make(), 404);
    meter.addUnparsed(exchange(2000).outcome(new Outcome.Refused("")).make(), 0);
    meter.addUnparsed(exchange(3000).attempt(0, false).make(), 503);

    TrafficSnapshot snapshot = meter.snapshot(10_000_000_000L);

    Map<String, Long> statuses = Map.of("2xx", 1L, "4xx", 1L, "none", 1L);
    assertThat(snapshot.unread()).containsOnlyKeys("a");
    UnparsedCount found = snapshot.unread().values().iterator().next();
    assertThat(found.requests()).isEqualTo(3);
    assertThat(found.byStatusClass()).isEqualTo(statuses);
    assertThat(found.requestBytes()).isEqualTo(210);
    assertThat(found.answerBytes()).isEqualTo(90);
    assertThat(found.nanos()).isEqualTo(750_000_000L);
    assertThat(snapshot.records()).isZero();
    assertThat(snapshot.all().totals().requests()).isZero();
    assertThat(snapshot.series()).isEmpty();
  }
}
