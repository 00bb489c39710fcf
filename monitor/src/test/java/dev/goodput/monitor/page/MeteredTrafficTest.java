package dev.goodput.monitor.page;

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
import dev.goodput.monitor.page.LiveInput.GatewayFacts;
import dev.goodput.monitor.page.LiveInput.LiveQuery;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The document of what a real meter measured.
final class MeteredTrafficTest {
  private static final long SECOND = InventedTraffic.SECOND;
  private static final long NOW = 400 * SECOND;

  private static final GatewayFacts FACTS =
      new GatewayFacts(
          "127.0.0.1:9000", "0.1.0", Instant.EPOCH, true, List.of(), List.of(), List.of());

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
    return new LiveInput(meter.snapshot(NOW), null, FACTS);
  }

  @Test
  void matchesTheSchemaAndReportsMeteredCounts() {
    JsonNode document = LiveDocument.tree(measured(), LiveQuery.ALL);
    assertThat(schema.validate(document.toString(), InputFormat.JSON)).isEmpty();
    assertThat(document.at("/gateway/attempts_seen").longValue()).isEqualTo(10);
    assertThat(document.at("/gateway/observations_lost").longValue()).isEqualTo(2);
    assertThat(document.at("/gateway/draining").booleanValue()).isTrue();
    assertThat(document.at("/now/in_flight").longValue()).isEqualTo(3);
    assertThat(document.at("/latencies/ttft_ms/count").longValue()).isEqualTo(8);
    assertThat(document.at("/latencies/output_source").asString()).isEqualTo("chunks");
    assertThat(document.at("/latencies/itl_source").asString()).isEqualTo("usage");
    assertThat(document.at("/now").has("input_tps")).isFalse();
    assertThat(document.at("/trends/minutes/input_tps/0").isNull()).isTrue();
    assertThat(document.at("/cannot_know").valueStream().map(JsonNode::asString))
        .anyMatch(words ->
            words.startsWith("The prompt tokens of 10 exchanges: the server reported no usage"))
        .anyMatch(words ->
            words.startsWith("The output tokens of 8 responses: the server reported no usable"));
    assertThat(document.at("/groups/models/rows/0/name").asString()).isEqualTo("tiny");
    assertThat(document.at("/abandonment/left").longValue()).isEqualTo(1);
    assertThat(document.at("/waste/causes").valueStream().map(c -> c.get("attempts").longValue()))
        .containsExactly(0L, 1L, 0L, 1L, 0L, 5L);
  }

  @Test
  void reportsTokensOfSecondsWithKnownCounts() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    for (int second = 1; second < 60; second++) {
      int streams = second < 40 ? 1 : 3;
      meter.inFlight(second * SECOND, List.of(new InFlight("a", streams, 0, streams)));
    }
    meter.add(InventedSlow.steady(60, 10));

    LiveInput in = new LiveInput(meter.snapshot(60 * SECOND + SECOND / 2), null, FACTS);
    JsonNode document = LiveDocument.tree(in, LiveQuery.ALL);

    assertThat(document.at("/now/output_tps").doubleValue()).isEqualTo(10);
    assertThat(document.at("/now/tokens_age_s").doubleValue()).isEqualTo(20.5);
    assertThat(document.at("/trends/seconds/output_tps/39").doubleValue()).isEqualTo(10);
    assertThat(document.at("/trends/seconds/output_tps/41").isNull()).isTrue();
    assertThat(document.at("/trends/seconds_open_from").longValue())
        .isEqualTo(document.at("/trends/seconds/from").longValue() + 40);
    assertThat(document.at("/cannot_know").valueStream().map(JsonNode::asString))
        .anyMatch(words ->
            words.startsWith("Exact rates, goodput per second and cost over 60.5 s or less"))
        .anyMatch(words -> words.startsWith("The tokens of open streams"));
    assertThat(schema.validate(document.toString(), InputFormat.JSON)).isEmpty();
  }

  @Test
  void omitsPercentilesOfSmallGroups() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    meter.add(InventedSlow.steady(3, 1));
    LiveInput one = new LiveInput(meter.snapshot(4 * SECOND), null, FACTS);
    JsonNode row = LiveDocument.tree(one, LiveQuery.ALL).at("/groups/models/rows/0");
    assertThat(row.get("requests").longValue()).isEqualTo(1);
    assertThat(row.propertyNames()).doesNotContain("ttft_p50_ms", "ttft_p95_ms", "tpot_p95_ms");

    for (int i = 0; i < 19; i++) {
      meter.add(InventedSlow.steady(3, 1));
    }
    LiveInput enough = new LiveInput(meter.snapshot(4 * SECOND), null, FACTS);
    assertThat(LiveDocument.tree(enough, LiveQuery.ALL).at("/groups/models/rows/0").propertyNames())
        .contains("ttft_p50_ms", "ttft_p95_ms", "tpot_p95_ms");
  }

  private static String sees(TrafficMeter meter) {
    LiveInput in = new LiveInput(meter.snapshot(NOW), null, FACTS);
    JsonNode verdict = LiveDocument.tree(in, LiveQuery.ALL).at("/verdicts/2");
    return verdict.get("title").asString() + ": " + verdict.get("text").asString();
  }

  @Test
  void namesTheSignsThatAreNotObservableHere() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    LiveInput none = new LiveInput(meter.snapshot(SECOND), null, FACTS);
    assertThat(LiveDocument.tree(none, LiveQuery.ALL).at("/verdicts/1/title").asString())
        .isEqualTo("no warning sign yet");
    meter.add(InventedSlow.steady(3, 1));
    LiveInput in = new LiveInput(meter.snapshot(4 * SECOND), null, FACTS);
    String unseen =
        in.traffic().signs().stream()
            .filter(sign -> sign.seen() == null)
            .map(sign -> sign.kind().words())
            .collect(Collectors.joining("; "));
    assertThat(unseen).contains("GPU at its ceiling");
    assertThat(LiveDocument.tree(in, LiveQuery.ALL).at("/verdicts/1/text").asString())
        .endsWith(" Not observable here: " + unseen + ".");
  }

  @Test
  void claimsFullCoverageOnlyIfItParsedAllTraffic() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    assertThat(sees(meter))
        .isEqualTo("waits for the first figures: No request to a model has ended yet.");
    meter.addUnparsed(InventedSlow.steady(1, 1), 404);
    assertThat(sees(meter))
        .isEqualTo(
            "nothing recognized yet: No request to a model has ended yet. 1 other request was"
                + " forwarded, such as a model list or a metrics page.");
    meter.addUnparsed(InventedSlow.steady(2, 1), 200);
    meter.add(InventedSlow.steady(3, 1));
    assertThat(sees(meter))
        .isEqualTo(
            "sees all model requests: The one exchange that ended is in these figures. 2 other"
                + " requests were forwarded, such as a model list or a metrics page.");
    TrafficMeter all = new TrafficMeter(TrafficPlan.DEFAULTS);
    all.add(InventedSlow.steady(3, 1));
    all.add(InventedSlow.steady(4, 1));
    assertThat(sees(all))
        .isEqualTo("sees all traffic: All of 2 exchanges that ended are in these figures.");
  }
}
