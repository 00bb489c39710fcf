package dev.goodput.metrics.traffic;

import static dev.goodput.metrics.traffic.Metered.CHAT;
import static dev.goodput.metrics.traffic.Metered.SECOND;
import static dev.goodput.metrics.traffic.Metered.answer;
import static dev.goodput.metrics.traffic.Metered.in;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.GatewayInfo;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Tests that configured series keep their figures, whatever names clients invent and however many.
class TrafficSeriesLimitTest {
  @Test
  void whatIsTurnedAwayTakesNoConfiguredPlace() {
    TrafficPlan plan =
        TrafficPlan.DEFAULTS
            .withKnown(TrafficLabel.UPSTREAM, Set.of("a", "b"))
            .withSlo("chat", CHAT)
            .withCaps(100, 500, 1 << 20);
    TrafficMeter meter = new TrafficMeter(plan);
    GatewayInfo.Parting whole = GatewayInfo.Parting.DELIVERED;
    for (int i = 0; i < 1000; i++) {
      String sloClass = i % 2 == 0 ? "" : "chat";
      meter.add(
          answer(0, 100)
              .passage(Passages.of("m" + i % 90, "t" + i / 90, "", "", sloClass, whole))
              .make());
    }
    for (int i = 0; i < 10; i++) {
      String upstream = i % 2 == 0 ? "a" : "b";
      meter.add(
          answer(0, 100).passage(Passages.of("llama", "acme", upstream, "", "chat", whole)).make());
    }

    TrafficSnapshot snapshot = meter.snapshot(10 * SECOND);

    assertThat(snapshot.series().size()).isLessThanOrEqualTo(500);
    assertThat(snapshot.by(TrafficLabel.UPSTREAM)).containsOnlyKeys("", "a", "b");
    assertThat(in(snapshot.by(TrafficLabel.UPSTREAM), "a").totals().requests()).isEqualTo(5);
    assertThat(snapshot.by(TrafficLabel.SLO_CLASS)).containsOnlyKeys("", "chat");
    assertThat(in(snapshot.by(TrafficLabel.SLO_CLASS), "chat").totals().requests()).isEqualTo(510);
    assertThat(snapshot.folded()).doesNotContainKeys(TrafficLabel.UPSTREAM, TrafficLabel.SLO_CLASS);
  }

  @Test
  void configuredPairsHaveTheirPlaceThoughTheyAreMoreThanTheLimit() {
    TrafficPlan plan =
        TrafficPlan.DEFAULTS
            .withKnown(TrafficLabel.UPSTREAM, Set.of("a", "b", "c", "d"))
            .withSlo("chat", CHAT)
            .withSlo("batch", CHAT)
            .withCaps(2, 5, 1 << 20);
    TrafficMeter meter = new TrafficMeter(plan);
    GatewayInfo.Parting whole = GatewayInfo.Parting.DELIVERED;
    for (int i = 0; i < 1000; i++) {
      String upstream = "abcd".substring(i / 250, i / 250 + 1);
      String sloClass = i % 2 == 0 ? "batch" : "chat";
      meter.add(
          answer(0, 100)
              .passage(Passages.of("m" + i % 90, "t" + i, upstream, "", sloClass, whole))
              .make());
    }

    TrafficSnapshot snapshot = meter.snapshot(10 * SECOND);

    assertThat(snapshot.series().size()).isLessThanOrEqualTo(2 * (5 * 3 + 1));
    assertThat(snapshot.by(TrafficLabel.UPSTREAM)).containsOnlyKeys("a", "b", "c", "d");
    assertThat(snapshot.by(TrafficLabel.UPSTREAM).values())
        .allMatch(each -> each.totals().requests() == 250);
    assertThat(snapshot.by(TrafficLabel.SLO_CLASS).values())
        .allMatch(each -> each.totals().requests() == 500);
  }

  @Test
  void configuredNamesAreKeptThoughTheyAreMoreThanALabelMayHave() {
    TrafficPlan plan =
        TrafficPlan.DEFAULTS
            .withKnown(TrafficLabel.TENANT, Set.of("a", "b", "c", "d", "e"))
            .withCaps(3, 100, 1 << 20);
    TrafficMeter meter = new TrafficMeter(plan);
    for (String tenant : new String[] {"invented", "a", "b", "c", "d", "e"}) {
      GatewayInfo gatewayInfo =
          Passages.of("m", tenant, "up", "", "", GatewayInfo.Parting.DELIVERED);
      meter.add(answer(0, 100).passage(gatewayInfo).make());
    }

    assertThat(meter.snapshot(SECOND).by(TrafficLabel.TENANT))
        .containsOnlyKeys("a", "b", "c", "d", "e", "other");
  }
}
