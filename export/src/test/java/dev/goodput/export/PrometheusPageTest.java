package dev.goodput.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.server.PowerFigures;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.traffic.TrafficLabel;
import dev.goodput.metrics.traffic.TrafficMeter;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.record.Outcome;
import dev.goodput.telemetry.metric.PrometheusPage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class PrometheusPageTest {
  private static final String OPEN_METRICS = "application/openmetrics-text;version=1.0.0";
  private static final String PROTOBUF =
      "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited";
  private static final String SERIES =
      "{model=\"llama\",route=\"/v1/chat/completions\",slo_class=\"chat\",tenant=\"acme\","
          + "upstream=\"gpu-1\"";

  private final PrometheusPage page = new PrometheusPage(SampleTraffic.ORIGIN, null);

  private String text(String accept) {
    return StandardCharsets.UTF_8
        .decode(page.render(SampleTraffic.snapshot(), accept).body())
        .toString();
  }

  private static double value(String page, String series) {
    List<String> lines = page.lines().filter(line -> line.startsWith(series + " ")).toList();
    assertThat(lines).as(series).hasSize(1);
    return Double.parseDouble(lines.getFirst().substring(series.length() + 1).split(" ", -1)[0]);
  }

  @Test
  void countsRequestsByOutcome() {
    String page = text("text/plain");
    assertThat(value(page, "goodput_requests_total" + key("outcome", "ok"))).isEqualTo(101);
    assertThat(value(page, "goodput_requests_total" + key("outcome", "http_error"))).isEqualTo(1);
    assertThat(value(page, "goodput_attempts_total" + key("outcome", "http_error"))).isEqualTo(2);
    assertThat(value(page, "goodput_retries_total" + SERIES + "}")).isEqualTo(1);
    assertThat(value(page, "goodput_output_tokens_total" + key("outcome", "ok"))).isEqualTo(5050);
    assertThat(value(page, "goodput_dropped_observations_total")).isEqualTo(2);
    assertThat(value(page, "goodput_connections_refused_total")).isEqualTo(31);
    assertThat(value(page, "goodput_requests_malformed_total")).isEqualTo(7);
    assertThat(value(page, "goodput_requests_rejected_for_memory_total")).isEqualTo(4);
    assertThat(value(page, "goodput_truncated_request_bodies_total")).isEqualTo(5);
    assertThat(value(page, "goodput_requests_without_model_total")).isEqualTo(8);
    assertThat(value(page, "goodput_upstream_excess_responses_total")).isEqualTo(3);
    String event = "sent_as=\"event\"}";
    String partial = "sent_as=\"partial\"}";
    String delivered = "goodput_telemetry_delivered_events_total{";
    String lost = "goodput_telemetry_lost_events_total{reason=";
    assertThat(value(page, delivered + event)).isEqualTo(70);
    assertThat(value(page, delivered + partial)).isEqualTo(60);
    assertThat(value(page, lost + "\"overflow\"," + event)).isEqualTo(9);
    assertThat(value(page, lost + "\"undelivered\"," + event)).isEqualTo(2);
    assertThat(value(page, lost + "\"undelivered\"," + partial)).isEqualTo(3);
    assertThat(value(page, "goodput_telemetry_spilled_events{" + event)).isEqualTo(5);
    assertThat(value(page, "goodput_in_flight_requests{upstream=\"gpu-1\"}")).isEqualTo(7);
    assertThat(value(page, "goodput_engine_kv_cache_usage_ratio{upstream=\"gpu-1\"}"))
        .isEqualTo(0.5);
    assertThat(page)
        .contains(
            engine("gpu_memory_used_bytes", "7.0E9"),
            engine("gpu_power_watts", "350.0"),
            engine("preemptions_total", "12.0"),
            engine("generated_tokens_total", "600.0"),
            engine("prefix_cache_looked_up_tokens_total", "40.0"),
            engine("prefix_cache_hit_tokens_total", "30.0"),
            engine("restarts_total", "1.0"))
        .doesNotContain("goodput_engine_waiting", "goodput_engine_recomputed");
  }

  /// `increase` of a counter that appears with its first event finds nothing.
  @Test
  void startsCountersOfEventsAtZero() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    String page = page(meter);
    assertThat(value(page, "goodput_events_total{kind=\"engine_restart\"}")).isZero();
    assertThat(value(page, "goodput_events_total{kind=\"upstream_down\"}")).isZero();
    assertThat(value(page, "goodput_label_overflow_records_total{label=\"model\"}")).isZero();
  }

  /// The energy of a minute is attributed one to two minutes later, and `increase` of a counter
  /// that appears with it would miss it.
  @Test
  void startsTheEnergyOfSeriesAtZeroWhereThatOfTheUpstreamIsKnown() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    String energy = "goodput_attributed_energy_joules_total";
    meter.power(0, List.of(new PowerFigures("other", 0, 0, 0, 100.0, 1)));
    meter.add(Exchanges.ok(1, 100, 20, 20, 50));
    assertThat(page(meter)).contains("goodput_requests_total{").doesNotContain(energy + "{");
    meter.power(0, List.of(new PowerFigures("gpu-1", 0, 0, 0, 100.0, 1)));
    List<String> lines = page(meter).lines().filter(line -> line.startsWith(energy)).toList();
    assertThat(lines).singleElement().asString().contains("upstream=\"gpu-1\"").endsWith(" 0.0");
  }

  @Test
  void omitsCostsWithoutPrices() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    meter.add(Exchanges.ok(1, 100, 20, 20, 50));
    meter.add(Exchanges.failed(2, 200, new Outcome.Truncated("cut"), 0, true));
    String free =
        StandardCharsets.UTF_8
            .decode(page.render(meter.snapshot(SampleTraffic.NOW_NANOS), "text/plain").body())
            .toString();
    assertThat(free)
        .contains("goodput_priced_attempts_total{", "goodput_wasted_attempts_total{")
        .doesNotContain("goodput_cost_total", "goodput_wasted_cost_total");
    assertThat(text("text/plain")).contains("goodput_cost_total{", "goodput_wasted_cost_total{");
  }

  @Test
  void reportsCancellationsByWait() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    meter.add(Exchanges.ok(1, 100, 50, 20, 50));
    meter.add(Exchanges.ok(2, 100, 1_500, 20, 50));
    meter.add(Exchanges.left(3, 100, 900));
    meter.add(Exchanges.left(4, 100, 40_000));
    String reported =
        StandardCharsets.UTF_8
            .decode(page.render(meter.snapshot(SampleTraffic.NOW_NANOS), "text/plain").body())
            .toString();
    assertThat(
            reported
                .lines()
                .filter(line -> line.matches("goodput_abandonment_ratio\\{.*window=\"1h\".*"))
                .toList())
        .containsExactlyInAnyOrder(
            gone("0.1", 0),
            gone("0.2", 0),
            gone("0.8", 0),
            gone("1", 0.25),
            gone("2", 0.25),
            gone("5", 0.25),
            gone("10", 0.25),
            gone("30", 0.25));
  }

  private static String engine(String name, String value) {
    return "goodput_engine_" + name + "{upstream=\"gpu-1\"} " + value;
  }

  private static String gone(String waited, double share) {
    return "goodput_abandonment_ratio{waited=\"%s\",window=\"1h\"} %s".formatted(waited, share);
  }

  private static String upTo(String edge) {
    return SERIES + ",le=\"" + edge + "\"}";
  }

  /// Returns the labels of a series with one more, as the library sorts them.
  private static String key(String label, String value) {
    TreeMap<String, String> all = new TreeMap<>();
    all.put("model", "llama");
    all.put("route", "/v1/chat/completions");
    all.put("slo_class", "chat");
    all.put("tenant", "acme");
    all.put("upstream", "gpu-1");
    all.put(label, value);
    List<String> pairs = new ArrayList<>();
    all.forEach((name, is) -> pairs.add(name + "=\"" + is + "\""));
    return "{" + String.join(",", pairs) + "}";
  }

  @Test
  void hasAnEdgeExactlyOnEachThresholdSoThatTheShareWithinIsExact() {
    String page = text("text/plain");
    // TTFTs of 2, 4, …, 122 ms are within 123 ms; a grid without that boundary could not show it.
    assertThat(value(page, "goodput_ttft_seconds_bucket" + upTo("0.123"))).isEqualTo(61);
    assertThat(value(page, "goodput_tpot_seconds_bucket" + upTo("0.05"))).isEqualTo(101);
    assertThat(value(page, "goodput_ttft_seconds_bucket" + upTo("+Inf"))).isEqualTo(101);
    assertThat(value(page, "goodput_ttft_seconds_sum" + SERIES + "}"))
        .isCloseTo(10.4, within(1e-9));
  }

  @Test
  void countsGoodRequestsJointlyAndBoundByBound() {
    String page = text("text/plain");
    assertThat(value(page, "goodput_slo_requests_total" + key("slo", "chat"))).isEqualTo(104);
    assertThat(value(page, "goodput_slo_good_requests_total" + key("slo", "chat"))).isEqualTo(61);
    assertThat(page)
        .contains("metric=\"ttft\",model=\"llama\",percentile=\"95\"")
        .contains("threshold=\"0.123\"");
    assertThat(
            value(
                page,
                "goodput_slo_threshold_seconds{metric=\"ttft\",percentile=\"95\",slo=\"chat\","
                    + "threshold=\"0.123\"}"))
        .isEqualTo(0.123);
    assertThat(value(page, "goodput_attainment_ratio{slo=\"chat\",window=\"1h\"}"))
        .isCloseTo(61 / 104.0, within(1e-12));
  }

  private String page(TrafficMeter meter) {
    return StandardCharsets.UTF_8
        .decode(page.render(meter.snapshot(SampleTraffic.NOW_NANOS), "text/plain").body())
        .toString();
  }

  @Test
  void countsFromZeroForEveryConfiguredUpstreamAndClass() {
    TrafficMeter meter =
        new TrafficMeter(
            TrafficPlan.DEFAULTS
                .withSlo("chat", Slo.parse("ttft<=123ms"))
                .withSlo("", Slo.parse("ttft<=1s"))
                .withKnown(TrafficLabel.UPSTREAM, Set.of("gpu-1")));
    meter.know(new TreeMap<>(Map.of(TrafficLabel.UPSTREAM, Set.of("gpu-2"))));
    for (String upstream : List.of("", "gpu-1", "gpu-2")) {
      for (String slo : List.of("chat", "default")) {
        String labels = "{slo=\"%s\",upstream=\"%s\"}".formatted(slo, upstream);
        assertThat(value(page(meter), "goodput_upstream_slo_requests_total" + labels)).isZero();
        assertThat(value(page(meter), "goodput_upstream_slo_good_requests_total" + labels))
            .isZero();
      }
      for (String outcome : List.of("ok", "http_error", "timeout_idle", "cancelled")) {
        String labels = "{outcome=\"%s\",upstream=\"%s\"}".formatted(outcome, upstream);
        assertThat(value(page(meter), "goodput_upstream_requests_total" + labels)).isZero();
      }
    }
    meter.add(Exchanges.ok(1, 100, 50, 20, 50));
    meter.add(Exchanges.failed(2, 200, new Outcome.Truncated("cut"), 0, true));
    String page = page(meter);
    String chat = "{slo=\"chat\",upstream=\"gpu-1\"}";
    assertThat(value(page, "goodput_upstream_slo_requests_total" + chat)).isEqualTo(2);
    assertThat(value(page, "goodput_upstream_slo_good_requests_total" + chat)).isEqualTo(1);
    String cut = "{outcome=\"truncated\",upstream=\"gpu-1\"}";
    assertThat(value(page, "goodput_upstream_requests_total" + cut)).isEqualTo(1);
  }

  @Test
  void datesCountersOfASeriesFromItsFirstExchange() {
    // Requests start at 0, 0.1, …, 40 s: the first one ended 2 ms + 49 × 20 ms after its start.
    Proto counter = family("goodput_retries_total").message(4).message(3);
    Proto created = counter.message(3);
    assertThat(created.number(1)).isEqualTo(SampleTraffic.ORIGIN / 1_000_000_000L);
    assertThat(created.number(2)).isEqualTo(982_000_000);
    Proto records = family("goodput_records_total").message(4).message(3);
    assertThat(records.message(3).number(2)).as("of the whole gateway").isZero();
  }

  @Test
  void omitsUnknownValues() {
    assertThat(text("text/plain")).doesNotContain("NaN").doesNotContain("otlp");
    String nothing =
        StandardCharsets.UTF_8
            .decode(page.render(new TrafficMeter(TrafficPlan.DEFAULTS).snapshot(0), null).body())
            .toString();
    assertThat(nothing).contains("goodput_records_total 0").doesNotContain("NaN", "goodput_gone");
  }

  @Test
  void writesExemplarsInOpenMetrics() {
    String page = text(OPEN_METRICS);
    assertThat(page).endsWith("# EOF\n").contains("# UNIT goodput_ttft_seconds seconds");
    String bucket = "goodput_ttft_seconds_bucket" + upTo("0.5");
    String line = page.lines().filter(each -> each.startsWith(bucket)).findFirst().orElseThrow();
    // The request with a TTFT of 300 ms ended after 300 + 49 × 20 ms.
    assertThat(line).endsWith("# {request_id=\"100\"} 0.3 1795000041.280");
  }

  @Test
  void returnsTheContentTypeOfEachFormat() {
    assertThat(page.render(SampleTraffic.snapshot(), null).contentType())
        .startsWith("text/plain; version=0.0.4");
    assertThat(page.render(SampleTraffic.snapshot(), OPEN_METRICS).contentType())
        .startsWith("application/openmetrics-text; version=1.0.0");
    assertThat(page.render(SampleTraffic.snapshot(), PROTOBUF).contentType())
        .startsWith("application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily");
  }

  @Test
  void hasClassicAndNativeBucketsInProtobuf() {
    Proto family = family("goodput_ttft_seconds");
    assertThat(family.number(3)).as("HISTOGRAM").isEqualTo(4);
    Proto histogram = family.message(4).message(7);
    assertThat(histogram.number(1)).isEqualTo(101);
    assertThat(histogram.messages(3))
        .as("classic")
        .anyMatch(bucket -> bucket.real(2) == 0.123 && bucket.number(1) == 61);
    assertThat(histogram.zigzag(5)).as("schema").isEqualTo(4);
    assertThat(natives(histogram).values().stream().mapToLong(Long::longValue).sum())
        .isEqualTo(101);
  }

  @Test
  @Tag("property")
  void putsEachValueIntoTheNativeBucketThatHoldsIt() {
    Map<Long, Long> expected = new TreeMap<>();
    for (int id = 0; id <= 100; id++) {
      double seconds = id == 100 ? 0.3 : (2 * id + 2) / 1e3;
      // Bucket i ends at 2^(i/16), inclusive (Prometheus, native histograms).
      expected.merge((long) Math.ceil(16 * Math.log(seconds) / Math.log(2)), 1L, Long::sum);
    }
    assertThat(natives(family("goodput_ttft_seconds").message(4).message(7))).isEqualTo(expected);
  }

  private Proto family(String name) {
    byte[] body = page.render(SampleTraffic.snapshot(), PROTOBUF).body().array();
    return Proto.delimited(body).stream()
        .filter(family -> family.text(1).equals(name))
        .findFirst()
        .orElseThrow();
  }

  /// Returns counts by bucket number, from spans and deltas.
  private static Map<Long, Long> natives(Proto histogram) {
    Map<Long, Long> counts = new TreeMap<>();
    List<Long> deltas = histogram.packed(13);
    long index = 0;
    long count = 0;
    int at = 0;
    for (Proto span : histogram.messages(12)) {
      index += span.zigzag(1);
      for (long i = 0; i < span.number(2); i++) {
        long delta = deltas.get(at++);
        count += (delta >>> 1) ^ -(delta & 1);
        if (count > 0) {
          counts.put(index, count);
        }
        index++;
      }
    }
    return counts;
  }
}
