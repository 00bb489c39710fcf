package dev.goodput.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.export.Collector.Buckets;
import dev.goodput.export.Receiver.Post;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.telemetry.metric.PrometheusPage;
import dev.goodput.wire.NanoClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
final class OtlpMetricsTest {
  private final List<String> notes = new CopyOnWriteArrayList<>();

  private OtlpExport export(Receiver receiver, Buckets buckets, double traceShare) {
    return export(receiver, buckets, traceShare, SampleTraffic::snapshot);
  }

  private OtlpExport export(
      Receiver receiver, Buckets buckets, double traceShare, Supplier<TrafficSnapshot> traffic) {
    Collector usual = Collector.at(receiver.url().resolve("/otlp/"));
    TreeMap<String, UpstreamIdentity> upstreams = new TreeMap<>();
    upstreams.put("gpu-1", new UpstreamIdentity("vllm", "10.0.0.7", 8000));
    Collector collector =
        new Collector(
            usual.endpoint(),
            usual.headers(),
            usual.tls(),
            true,
            traceShare,
            Duration.ofMillis(100),
            buckets,
            usual.resource(),
            upstreams);
    return OtlpExport.of(
            collector,
            traffic,
            SampleTraffic.ORIGIN,
            notes::add,
            NanoClock.SYSTEM,
            new SplittableRandom(5))
        .begin();
  }

  private Map<String, Proto> metrics(Buckets buckets) throws InterruptedException {
    try (Receiver receiver = Receiver.willing();
        OtlpExport _ = export(receiver, buckets, 0)) {
      Post post = receiver.next();
      assertThat(post.path()).isEqualTo("/otlp/v1/metrics");
      assertThat(post.request().header("content-encoding")).isEqualTo("gzip");
      assertThat(Otlp.resource(post.message()))
          .contains(
              entry("service.name", "goodput-gateway"), entry("telemetry.sdk.name", "goodput"));
      return Otlp.metrics(post.message());
    }
  }

  @Test
  void sendsTheMetricsOfTheConventionsWithTheirUnitsAndAttributes() throws InterruptedException {
    Map<String, Proto> metrics = metrics(Buckets.EXPLICIT);
    for (String duration :
        List.of(
            "gen_ai.server.request.duration",
            "gen_ai.server.time_to_first_token",
            "gen_ai.server.time_per_output_token",
            "gen_ai.client.operation.duration",
            "gen_ai.client.operation.time_to_first_chunk",
            "gen_ai.client.operation.time_per_output_chunk")) {
      assertThat(metrics).containsKey(duration);
      assertThat(metric(metrics, duration).text(3)).as(duration).isEqualTo("s");
      Proto histogram = metric(metrics, duration).message(9);
      assertThat(histogram.number(2)).as("cumulative").isEqualTo(2);
      assertThat(Otlp.attributes(histogram.messages(1).getFirst().messages(9)))
          .containsOnly(
              entry("gen_ai.operation.name", "chat"),
              entry("gen_ai.provider.name", "vllm"),
              entry("gen_ai.request.model", "llama"),
              entry("server.address", "10.0.0.7"),
              entry("server.port", 8000L),
              entry("goodput.tenant", "acme"),
              entry("goodput.route", "/v1/chat/completions"),
              entry("goodput.upstream", "gpu-1"),
              entry("goodput.slo_class", "chat"));
    }
    Proto usage = metric(metrics, "gen_ai.client.token.usage");
    assertThat(usage.text(3)).isEqualTo("{token}");
    assertThat(usage.message(9).messages(1))
        .extracting(point -> Otlp.attributes(point.messages(9)).get("gen_ai.token.type"))
        .containsExactlyInAnyOrder("input", "output");
  }

  private static Map<String, Long> byErrorType(Proto metric) {
    Map<String, Long> counts = new TreeMap<>();
    for (Proto point : metric.message(9).messages(1)) {
      Object type = Otlp.attributes(point.messages(9)).get("error.type");
      counts.put(String.valueOf(type), point.number(4));
    }
    return counts;
  }

  @Test
  void namesAnUnrecognizedUpstreamByItsEngine() throws InterruptedException {
    try (Receiver receiver = Receiver.willing();
        OtlpExport export = export(receiver, Buckets.EXPLICIT, 1)) {
      TreeMap<String, UpstreamIdentity> upstreams = new TreeMap<>();
      upstreams.put("gpu-1", new UpstreamIdentity("unknown", "10.0.0.7", 8000));
      export.know(upstreams, 0);
      Post post = receiver.next();
      assertThat(post.path()).endsWith("/metrics");
      Proto ttft = metric(Otlp.metrics(post.message()), "gen_ai.server.time_to_first_token");
      assertThat(Otlp.attributes(ttft.message(9).message(1).messages(9)))
          .containsEntry("gen_ai.provider.name", "vllm");
    }
  }

  @Test
  void reportsFailuresByTypeAndTokensOfAllRequests() throws InterruptedException {
    Map<String, Proto> metrics = metrics(Buckets.EXPLICIT);
    assertThat(byErrorType(metric(metrics, "gen_ai.client.operation.duration")))
        .containsOnly(
            entry("null", 101L), entry("503", 2L), entry("refused", 1L), entry("truncated", 1L));
    assertThat(byErrorType(metric(metrics, "gen_ai.server.request.duration")))
        .as("by the last attempt of each request")
        .containsOnly(
            entry("null", 101L), entry("503", 1L), entry("refused", 1L), entry("truncated", 1L));
    for (Proto point : metric(metrics, "gen_ai.client.token.usage").message(9).messages(1)) {
      Map<String, Object> attributes = Otlp.attributes(point.messages(9));
      assertThat(attributes).doesNotContainKey("error.type");
      boolean input = "input".equals(attributes.get("gen_ai.token.type"));
      assertThat(point.number(4)).isEqualTo(input ? 101 + 3 : 101);
    }
    assertThat(metric(metrics, "goodput.request_input_tokens").message(9).message(1).number(4))
        .as("ours are of finished answers")
        .isEqualTo(101);
  }

  @Test
  void hasExplicitEdgesExactlyOnThresholds() throws InterruptedException {
    Proto point =
        metric(metrics(Buckets.EXPLICIT), "gen_ai.server.time_to_first_token")
            .message(9)
            .message(1);
    List<Double> edges = point.packedReals(7);
    List<Long> counts = point.packedFixed(6);
    assertThat(point.number(2)).as("since the meter began").isEqualTo(SampleTraffic.ORIGIN);
    assertThat(point.number(3)).isEqualTo(SampleTraffic.ORIGIN + SampleTraffic.NOW_NANOS);
    assertThat(point.number(4)).isEqualTo(101);
    assertThat(point.real(5)).isCloseTo(10.4, within(1e-9));
    assertThat(counts).hasSize(edges.size() + 1);
    assertThat(edges).contains(0.123);
    long within = counts.subList(0, edges.indexOf(0.123) + 1).stream().mapToLong(c -> c).sum();
    assertThat(within).isEqualTo(61);
  }

  @Test
  void hasTheBucketsOfTheConventions() throws InterruptedException {
    Map<String, Proto> metrics = metrics(Buckets.EXPLICIT);
    assertThat(edges(metrics, "gen_ai.server.time_to_first_token"))
        .contains(0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1)
        .contains(0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0);
    assertThat(edges(metrics, "gen_ai.server.time_per_output_token"))
        .contains(0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1.0, 2.5);
    for (String duration :
        List.of(
            "gen_ai.server.request.duration",
            "gen_ai.client.operation.duration",
            "gen_ai.client.operation.time_to_first_chunk",
            "gen_ai.client.operation.time_per_output_chunk")) {
      assertThat(edges(metrics, duration))
          .contains(0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64)
          .contains(1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92);
    }
    assertThat(edges(metrics, "gen_ai.client.token.usage"))
        .contains(1.0, 4.0, 16.0, 64.0, 256.0, 1024.0, 4096.0, 16384.0, 65536.0, 262144.0)
        .contains(1048576.0, 4194304.0, 16777216.0, 67108864.0);
  }

  private static Proto metric(Map<String, Proto> metrics, String name) {
    return Objects.requireNonNull(metrics.get(name), name);
  }

  private static List<Double> edges(Map<String, Proto> metrics, String name) {
    return metric(metrics, name).message(9).message(1).packedReals(7);
  }

  @Test
  @Tag("property")
  void putsEachValueIntoTheExponentialBucketThatHoldsIt() throws InterruptedException {
    Map<String, Proto> metrics = metrics(Buckets.EXPONENTIAL);
    Proto point = metric(metrics, "gen_ai.server.time_to_first_token").message(10).message(1);
    assertThat(point.zigzag(6)).as("scale").isEqualTo(4);
    Map<Long, Long> expected = new TreeMap<>();
    for (int id = 0; id <= 100; id++) {
      double seconds = id == 100 ? 0.3 : (2 * id + 2) / 1e3;
      // Bucket i starts above 2^(i/16) (OpenTelemetry, exponential histograms).
      expected.merge((long) Math.ceil(16 * Math.log(seconds) / Math.log(2)) - 1, 1L, Long::sum);
    }
    Proto positive = point.message(8);
    Map<Long, Long> counts = new TreeMap<>();
    long index = positive.zigzag(1);
    for (long count : positive.packed(2)) {
      if (count > 0) {
        counts.put(index, count);
      }
      index++;
    }
    assertThat(counts).isEqualTo(expected);
  }

  @Test
  void sendsOurOwnMetricsToo() throws InterruptedException {
    Map<String, Proto> metrics = metrics(Buckets.EXPLICIT);
    Proto good = metric(metrics, "goodput.slo_good_requests");
    assertThat(good.text(3)).isEqualTo("{request}");
    assertThat(good.message(7).number(2)).as("cumulative").isEqualTo(2);
    assertThat(good.message(7).number(3)).as("monotonic").isEqualTo(1);
    assertThat(good.message(7).message(1).real(4)).isEqualTo(61);
    assertThat(Otlp.attributes(good.message(7).message(1).messages(7)))
        .contains(entry("goodput.slo", "chat"), entry("gen_ai.request.model", "llama"));
    assertThat(metric(metrics, "goodput.in_flight_requests").message(5).message(1).real(4))
        .isEqualTo(7);
    assertThat(metrics.keySet())
        .contains("goodput.ttft", "goodput.wasted_output_tokens", "goodput.attainment");
    assertThat(metric(metrics, "goodput.engine_gpu_memory_used").text(3)).isEqualTo("By");
    assertThat(metric(metrics, "goodput.engine_gpu_power").text(3)).isEqualTo("W");
  }

  @Test
  void linksExemplarsToSentSpans() throws InterruptedException {
    try (Receiver receiver = Receiver.willing()) {
      try (OtlpExport export = export(receiver, Buckets.EXPLICIT, 1)) {
        export.offer(Exchanges.ok(100, 40_000, 300, 20, 50), ExchangeFacts.NONE);
        String page =
            StandardCharsets.UTF_8
                .decode(
                    new PrometheusPage(SampleTraffic.ORIGIN, export)
                        .render(SampleTraffic.snapshot(), "application/openmetrics-text")
                        .body())
                .toString();
        PrometheusPage.Trace ids = export.trace(100).orElseThrow();
        assertThat(page)
            .contains(
                "# {request_id=\"100\",span_id=\"%s\",trace_id=\"%s\"} 0.3 "
                    .formatted(ids.spanId(), ids.traceId()))
            .contains(
                "goodput_otlp_dropped_items_total{reason=\"queue_full\",signal=\"traces\"} 0");
      }
      leads(receiver.all());
    }
  }

  private static void leads(List<Post> posts) {
    Proto span =
        posts.stream()
            .filter(post -> post.path().endsWith("/traces"))
            .flatMap(post -> Otlp.spans(post.message()).stream())
            .findFirst()
            .orElseThrow();
    Proto ttft =
        posts.stream()
            .filter(post -> post.path().endsWith("/metrics"))
            .map(post -> Otlp.metrics(post.message()).get("goodput.ttft"))
            .findFirst()
            .orElseThrow();
    assertThat(ttft.message(9).message(1).messages(8))
        .anySatisfy(exemplar -> {
          assertThat(exemplar.hex(5)).isEqualTo(span.hex(1));
          assertThat(exemplar.hex(4)).isEqualTo(span.hex(2));
          assertThat(exemplar.real(3)).isEqualTo(0.3);
        });
  }

  @Test
  void sendsTheLastTotalsWhenItIsClosed() throws Exception {
    try (Receiver receiver = Receiver.willing()) {
      OtlpExport export = export(receiver, Buckets.EXPLICIT, 0);
      assertThat(receiver.next().path()).isEqualTo("/otlp/v1/metrics");
      List<Post> before = receiver.all();
      export.close();
      assertThat(receiver.requested()).isGreaterThan(before.size() + 1);
      assertThat(export.status().signals().getFirst().delivered()).isPositive();
      assertThat(notes).isEmpty();
    }
  }

  @Test
  @Tag("fault")
  void continuesAfterAnInternalError() throws Exception {
    var faults = new AtomicInteger();
    try (Receiver receiver = Receiver.willing();
        OtlpExport _ =
            export(
                receiver,
                Buckets.EXPLICIT,
                0,
                () -> {
                  if (faults.getAndIncrement() == 0) {
                    throw new IllegalStateException("no snapshot");
                  }
                  return SampleTraffic.snapshot();
                })) {
      assertThat(receiver.next().path()).isEqualTo("/otlp/v1/metrics");
      assertThat(notes.getFirst())
          .startsWith("OTLP metrics are not taken: internal fault")
          .endsWith("no snapshot");
    }
  }
}
