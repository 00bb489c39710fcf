package dev.goodput.report.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.traffic.InFlight;
import dev.goodput.metrics.traffic.SlowRequest;
import dev.goodput.metrics.traffic.TrafficMeter;
import dev.goodput.metrics.traffic.TrafficPlan;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The document of what a real meter measured.
final class MeteredTrafficTest {
  private static final long SECOND = InventedTraffic.SECOND;
  private static final long NOW = 400 * SECOND;

  private final Schema schema =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(LiveDocument.schema());

  private static LiveInput measured() {
    TrafficMeter meter =
        new TrafficMeter(TrafficPlan.DEFAULTS.withSlo("chat", Slo.parse("ttft<=1s")));
    for (SlowRequest each : InventedSlow.requests(NOW, "tiny")) {
      meter.add(each.request());
    }
    meter.inFlight(NOW, List.of(new InFlight("h100-a", 3, 2, 1)));
    meter.lost(2);
    GatewayFacts facts =
        new GatewayFacts(
            "127.0.0.1:9000", "0.1.0", Instant.EPOCH, true, List.of(), List.of(), List.of());
    return new LiveInput(meter.snapshot(NOW), null, facts);
  }

  @Test
  void obeysTheSchemaAndTellsWhatTheMeterCounted() {
    JsonNode document = LiveDocument.tree(measured(), LiveQuery.ALL);
    assertThat(schema.validate(document.toString(), InputFormat.JSON)).isEmpty();
    assertThat(document.at("/gateway/attempts_seen").longValue()).isEqualTo(10);
    assertThat(document.at("/gateway/observations_lost").longValue()).isEqualTo(2);
    assertThat(document.at("/gateway/draining").booleanValue()).isTrue();
    assertThat(document.at("/now/in_flight").longValue()).isEqualTo(3);
    assertThat(document.at("/latencies/ttft_ms/count").longValue()).isEqualTo(8);
    assertThat(document.at("/groups/models/rows/0/name").asString()).isEqualTo("tiny");
    assertThat(document.at("/abandonment/left").longValue()).isEqualTo(1);
    assertThat(document.at("/waste/causes").valueStream().map(c -> c.get("attempts").longValue()))
        .containsExactly(0L, 1L, 0L, 1L, 0L, 5L);
  }
}
