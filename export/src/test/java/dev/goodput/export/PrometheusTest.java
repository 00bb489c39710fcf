package dev.goodput.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.traffic.TrafficLabel;
import dev.goodput.metrics.traffic.TrafficMeter;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.telemetry.metric.PrometheusPage;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Header;
import dev.goodput.wire.server.HttpServer;
import dev.goodput.wire.server.ServerOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A test with a real Prometheus that scrapes our page. It runs if Prometheus is installed; with
/// `CI=true` it fails without one.
@Tag("real")
@Timeout(120)
final class PrometheusTest {
  private static final String NATIVE = "native-histograms,exemplar-storage";

  @TempDir Path dir;
  private final EventLoops loops = EventLoops.start(1);
  private final PrometheusPage page = new PrometheusPage(SampleTraffic.ORIGIN, null);
  private volatile TrafficSnapshot snapshot = SampleTraffic.snapshot();
  private final Set<String> served = new ConcurrentSkipListSet<>();

  @BeforeEach
  void needsAPrometheus() {
    assumeTrue(Prometheus.installed(), Prometheus.MISSING);
  }

  @AfterEach
  void stopsTheLoops() {
    loops.close();
  }

  private HttpServer serving() {
    return HttpServer.start(
        ServerOptions.plain("127.0.0.1", 0),
        loops,
        (request, response) -> {
          var rendered = page.render(snapshot, request.header("accept"));
          served.add(rendered.contentType());
          response.send(
              200,
              List.of(new Header("Content-Type", rendered.contentType())),
              rendered.body().array());
        });
  }

  @Test
  void passesPromtool() throws Exception {
    byte[] text = page.render(snapshot, "text/plain").body().array();
    assertThat(Prometheus.check(text, dir)).isEmpty();
  }

  @Test
  void itsQueriesReturnOurValues() throws Exception {
    try (HttpServer server = serving();
        Prometheus prometheus = Prometheus.scraping(server.port(), "", dir)) {
      String ok = prometheus.query("goodput_requests_total{outcome=\"ok\",slo_class=\"chat\"}");
      assertThat(Prometheus.value(ok)).isEqualTo(101);
      String share =
          prometheus.query(
              "sum(goodput_ttft_seconds_bucket{le=\"0.123\"}) / sum(goodput_ttft_seconds_count)");
      assertThat(Prometheus.value(share)).isCloseTo(61 / 101.0, within(1e-12));
      String good =
          prometheus.query(
              "sum(goodput_slo_good_requests_total) / sum(goodput_slo_requests_total)");
      assertThat(Prometheus.value(good)).isCloseTo(61 / 104.0, within(1e-12));
      String metadata = prometheus.once("/api/v1/metadata?metric=goodput_ttft_seconds", "\"help\"");
      assertThat(metadata).contains("\"type\":\"histogram\"", "Time to first token");
      assertThat(served).allMatch(type -> type.startsWith("application/openmetrics-text"));
    }
  }

  @Test
  void countsTheFirstEventOfSeriesThatExistFromTheStart() throws Exception {
    TrafficMeter meter =
        new TrafficMeter(
            TrafficPlan.DEFAULTS
                .withSlo("chat", Slo.parse("ttft<=10ms"))
                .withKnown(TrafficLabel.UPSTREAM, Set.of("gpu-1")));
    snapshot = meter.snapshot(1);
    try (HttpServer server = serving();
        Prometheus prometheus = Prometheus.scraping(server.port(), "", dir)) {
      prometheus.query("count_over_time(goodput_records_total[1m]) > 1");
      meter.add(Exchanges.ok(1, 0, 50, 20, 50));
      snapshot = meter.snapshot(2);
      // Both have been scraped twice since: increase() needs two values of a series.
      prometheus.query("sum(count_over_time(goodput_slo_requests_total[1m])) > 2");
      String late = "increase(goodput_upstream_slo_requests_total{slo=\"chat\"}[1m])";
      String good = "increase(goodput_upstream_slo_good_requests_total{slo=\"chat\"}[1m])";
      String sum = "sum(%s) - sum(%s) > 0".formatted(late, good);
      assertThat(Prometheus.value(prometheus.query(sum))).isGreaterThan(0.9);
      String lost = prometheus.query("sum(increase(goodput_slo_requests_total[1m]))");
      assertThat(Prometheus.value(lost)).as("a series that is first seen at 1").isZero();
    }
  }

  @Test
  void readsNativeHistogramsToWithinABucket() throws Exception {
    try (HttpServer server = serving();
        Prometheus prometheus = Prometheus.scraping(server.port(), NATIVE, dir)) {
      String count = prometheus.query("histogram_count(sum(goodput_ttft_seconds))");
      assertThat(Prometheus.value(count)).isEqualTo(101);
      String sum = prometheus.query("histogram_sum(sum(goodput_ttft_seconds))");
      assertThat(Prometheus.value(sum)).isCloseTo(10.4, within(1e-9));
      // The 51st of 101 values is 102 ms; a bucket of schema 4 is 4.4 % wide.
      String median = prometheus.query("histogram_quantile(0.5, sum(goodput_ttft_seconds))");
      assertThat(Prometheus.value(median)).isBetween(0.102 / 1.045, 0.102 * 1.045);
      assertThat(served)
          .allMatch(type -> type.startsWith("application/vnd.google.protobuf"))
          .isNotEmpty();
    }
  }

  @Test
  void keepsExemplars() throws Exception {
    try (HttpServer server = serving();
        Prometheus prometheus = Prometheus.scraping(server.port(), "exemplar-storage", dir)) {
      String query =
          "/api/v1/query_exemplars?query=goodput_ttft_seconds_bucket&start=1794000000&end=";
      // Prometheus stores the exemplars of one scrape one after another.
      String last = "\"request_id\":\"100\"";
      assertThat(prometheus.once(query + "1799000000", last)).contains(last);
    }
  }
}
