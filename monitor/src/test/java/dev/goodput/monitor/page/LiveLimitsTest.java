package dev.goodput.monitor.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.result.ModelPrice;
import dev.goodput.metrics.result.ModelPrice.Kind;
import dev.goodput.metrics.traffic.TrafficMeter;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.LatencyOrigin;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RequestSpec;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LiveLimitsTest {
  private static RequestRecord request(String model) {
    return new RequestRecord(
        1,
        0,
        0,
        true,
        true,
        LatencyOrigin.INTENDED,
        new RequestSpec(1, 0, 0, 100, -1),
        new Stamps(0, 0, 0, 0, 0, 1000, 1000, 1000, 1000, 2000, 2000),
        new ChunkLog.Builder().build(),
        TokenCounts.ofUsage(100, 10, -1, -1, -1),
        0,
        new Outcome.Ok("stop"),
        new GatewayInfo(
            model, "", "/v1", "gpu", "", "", 0, 0, 0, 0, 0, GatewayInfo.Parting.DELIVERED));
  }

  private static List<String> costs(TrafficPlan plan, String... models) {
    TrafficMeter meter = new TrafficMeter(plan);
    for (String model : models) {
      meter.add(request(model));
    }
    LiveInput idle = InventedLive.idle();
    return LiveLimits.of(
            new LiveInput(meter.snapshot(5_000_000_000L), idle.engines(), idle.gateway()))
        .stream()
        .filter(words -> words.contains("price"))
        .toList();
  }

  @Test
  void namesModelsWithoutAPrice() {
    TrafficPlan plan =
        TrafficPlan.DEFAULTS.withPrice(
            "a", ModelPrice.of("a", "USD", Map.of(Kind.INPUT, 1.0, Kind.OUTPUT, 2.0)));
    assertThat(costs(plan, "a")).isEmpty();
    assertThat(costs(plan, "a", "c", "b", "b"))
        .containsExactly(
            "The cost of 3 exchanges: no price is configured for their model (\"b\", \"c\").");
    assertThat(costs(plan, "b"))
        .containsExactly("Costs: no price list is configured for the requested models (\"b\").");
  }
}
