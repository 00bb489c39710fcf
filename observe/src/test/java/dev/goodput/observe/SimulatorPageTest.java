package dev.goodput.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.observe.EngineMetricSummary.Counted;
import dev.goodput.observe.EngineMetricSummary.NotObservable;
import dev.goodput.observe.Scrape.SuccessfulScrape;
import dev.goodput.simulator.http.SimulatorOptions;
import dev.goodput.simulator.http.SimulatorServer;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.PageAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// An end-to-end test, from a running server to the metrics of its requests.
final class SimulatorPageTest {
  private static final int REQUESTS = 5;
  private static final int TOKENS = 16;

  private final BlockingQueue<Scrape> scrapes = new LinkedBlockingQueue<>();

  @Test
  void countsWhatTheServerAnswered() throws Exception {
    EngineProfile fast = EngineProfile.named("b200", "llama-3.2-1b");
    NanoClock clock = NanoClock.SYSTEM;
    long origin = clock.nanoTime();
    try (SimulatorServer server =
            SimulatorServer.start(SimulatorOptions.of(fast), () -> Instant.EPOCH);
        HttpClient client = HttpClient.newHttpClient()) {
      PageAddress page =
          PageAddress.parse("--server-metrics", server.url() + "/metrics", "/metrics");
      MetricsReader reader = MetricsReader.open(page, null, Duration.ofSeconds(10), origin, clock);
      try (MetricsSampler _ =
          MetricsSampler.start(
              reader,
              Duration.ofMillis(50),
              Duration.ofSeconds(10),
              clock,
              () -> 0,
              scrapes::add)) {
        MetricsWindow window = new MetricsWindow(new TimeRange(0, Duration.ofHours(1).toNanos()));
        window.add(next());
        for (int i = 0; i < REQUESTS; i++) {
          complete(client, server.url());
        }
        Scrape last = next();
        while (finished(last) < REQUESTS) {
          window.add(last);
          last = next();
        }
        window.add(last);
        check(window.summary().signs());
      }
    }
  }

  private Scrape next() throws InterruptedException {
    Scrape next = scrapes.poll(20, TimeUnit.SECONDS);
    assertThat(next).isInstanceOf(SuccessfulScrape.class);
    return next;
  }

  private static double finished(Scrape scrape) {
    OptionalDouble count =
        ((SuccessfulScrape) scrape).metrics().value(EngineMetric.REQUESTS_FINISHED);
    return count.orElseThrow();
  }

  private static void complete(HttpClient client, String url) throws Exception {
    String body =
        "{\"model\":\"Llama-3.2-1B\",\"prompt\":\"The sea\",\"max_tokens\":%d,\"ignore_eos\":true}"
            .formatted(TOKENS);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + "/v1/completions"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
  }

  private static void check(Map<EngineMetric, EngineMetricSummary> signs) {
    assertThat(increase(signs, EngineMetric.REQUESTS_FINISHED)).isEqualTo(REQUESTS);
    assertThat(increase(signs, EngineMetric.GENERATION_TOKENS)).isEqualTo(REQUESTS * TOKENS);
    assertThat(increase(signs, EngineMetric.PROMPT_TOKENS)).isPositive();
    assertThat(signs.get(EngineMetric.RUNNING)).isInstanceOf(EngineMetricSummary.Gauged.class);
    assertThat(signs.get(EngineMetric.GPU_POWER))
        .isEqualTo(new NotObservable("no page has a metric for it"));
  }

  private static double increase(Map<EngineMetric, EngineMetricSummary> signs, EngineMetric sign) {
    return ((Counted) Objects.requireNonNull(signs.get(sign))).increase();
  }
}
