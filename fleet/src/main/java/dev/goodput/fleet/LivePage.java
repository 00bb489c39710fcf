package dev.goodput.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.tally.SloSums;
import dev.goodput.telemetry.Rollup;
import dev.goodput.telemetry.RollupCount;
import dev.goodput.telemetry.RollupKey;
import dev.goodput.telemetry.RollupRange;
import dev.goodput.telemetry.SparseHistogram;
import dev.goodput.telemetry.metric.PrometheusPage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/// A page with the newest results, which loads itself again every two seconds, and their counters
/// for Prometheus at `/metrics`.
final class LivePage implements AutoCloseable {
  private static final double MILLION = 1e6;
  private static final String MISSING = "–";

  private static final String TEXT = "text/plain; charset=utf-8";
  private static final int MAX_VALUES = 20;

  private final HttpServer server;
  private final LiveAccess access;
  private final LiveResults results;
  private final KafkaRollups topic;
  private final String links;
  private final InstantSource clock;
  private final PrometheusPage metrics;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private LivePage(
      HttpServer server,
      LiveAccess access,
      LiveResults results,
      KafkaRollups topic,
      String links,
      InstantSource clock) {
    this.server = server;
    this.access = access;
    this.results = results;
    this.topic = topic;
    this.links = links;
    this.clock = clock;
    this.metrics = PrometheusPage.ofRollups(TimeUnit.MILLISECONDS.toNanos(results.fromMillis()));
  }

  /// Starts to serve.
  ///
  /// @param topic where the results come from
  /// @param links what is written below the table, as HTML
  /// @throws FleetException if the port cannot be used
  static LivePage start(
      LiveAccess access,
      LiveResults results,
      KafkaRollups topic,
      String links,
      InstantSource clock) {
    try {
      HttpServer server = HttpServer.create(access.address(), 0);
      LivePage page = new LivePage(server, access, results, topic, links, clock);
      server.setExecutor(page.threads);
      server.createContext("/", page::answer);
      server.start();
      return page;
    } catch (IOException e) {
      throw new FleetException(
          "cannot listen on port %d: %s".formatted(access.address().getPort(), e.getMessage()), e);
    }
  }

  /// Returns the address of the page for this machine.
  String url() {
    return access.url(server.getAddress().getPort());
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      Headers headers = exchange.getRequestHeaders();
      if (!access.admits(
          exchange.getRemoteAddress().getAddress(),
          headers.getFirst("Host"),
          headers.getFirst("Authorization"))) {
        exchange.getResponseHeaders().add("WWW-Authenticate", LiveAccess.CHALLENGE);
        exchange.getResponseHeaders().add("WWW-Authenticate", "Bearer");
        send(
            exchange,
            401,
            TEXT,
            UTF_8.encode("This page needs the token, as a bearer token or as the password.\n"));
        return;
      }
      switch (exchange.getRequestURI().getPath()) {
        case "/" -> send(exchange, 200, "text/html; charset=utf-8", UTF_8.encode(html()));
        case "/metrics" -> sendMetrics(exchange, headers.getFirst("Accept"));
        case "/rollups" -> sendRollups(exchange, exchange.getRequestURI().getQuery());
        default -> send(exchange, 404, TEXT, UTF_8.encode("There is /, /metrics and /rollups.\n"));
      }
    }
  }

  /// Counters that are lower than they were would count twice in `rate()`.
  private void sendMetrics(HttpExchange exchange, @Nullable String accept) throws IOException {
    if (!results.isComplete()) {
      send(exchange, 503, TEXT, UTF_8.encode("Reading the results since --from.\n"));
      return;
    }
    PrometheusPage.Rendered page = metrics.render(results.counters().snapshot(), accept);
    send(exchange, 200, page.contentType(), page.body());
  }

  /// Sends the results of a time, as `goodput report fleet://…` reads them. They are stored in a
  /// file first, so that the client sees by the length whether it got all of them.
  private void sendRollups(HttpExchange exchange, @Nullable String query) throws IOException {
    Path file = Files.createTempFile("goodput-rollups-", ".jsonl");
    try {
      topic.write(RollupRange.of(query == null ? "" : query), file);
      exchange.getResponseHeaders().add("Content-Type", "application/jsonl");
      exchange.sendResponseHeaders(200, Math.max(1, Files.size(file)));
      if (Files.size(file) == 0) {
        exchange.getResponseBody().write('\n');
      }
      Files.copy(file, exchange.getResponseBody());
    } catch (IllegalArgumentException e) {
      send(exchange, 400, TEXT, UTF_8.encode(e.getMessage() + "\n"));
    } catch (FleetException | KafkaException e) {
      send(exchange, 502, TEXT, UTF_8.encode(e.getMessage() + "\n"));
    } finally {
      Files.delete(file);
    }
  }

  private static void send(HttpExchange exchange, int status, String type, ByteBuffer body)
      throws IOException {
    byte[] bytes = new byte[body.remaining()];
    body.get(bytes);
    exchange.getResponseHeaders().add("Content-Type", type);
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.sendResponseHeaders(status, -1);
    } else {
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  /// Returns the page.
  String html() {
    StringBuilder rows = new StringBuilder();
    long seconds = results.seconds();
    int label = -1;
    int shown = 0;
    for (LiveResults.Row row : results.rows()) {
      shown = row.key().mask() == label ? shown + 1 : 1;
      label = row.key().mask();
      if (shown <= MAX_VALUES) {
        rows.append(row(row.key(), row.sums(), seconds));
      }
    }
    return """
    <!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="2">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <title>Goodput fleet</title><style>
    body{font:15px system-ui,sans-serif;margin:2rem;color:#222;background:#fff}
    .wide{overflow-x:auto}table{border-collapse:collapse}
    th,td{padding:.3rem .8rem;text-align:right;border-bottom:1px solid #ddd;white-space:nowrap}
    th:first-child,td:first-child{text-align:left;position:sticky;left:0;background:#fff}
    @media(max-width:40rem){body{margin:1rem}th,td{padding:.3rem .5rem}}
    @media(prefers-color-scheme:dark){body,th:first-child,td:first-child{color:#ddd;background:#181818}
    th,td{border-color:#444}a{color:#8ab4f8}}
    </style></head><body><h1>Goodput of the fleet</h1><p>%s</p>%s
    <div class="wide"><table><thead><tr><th>traffic</th><th>requests/s</th><th>SLO attainment</th><th>failed</th><th>output tok/s</th>
    <th>TTFT p50</th><th>TTFT p95</th><th>TPOT p95</th><th>E2EL p95</th></tr></thead><tbody>
    %s</tbody></table></div>
    <p>Of each label, at most the %d values with the most requests. For Prometheus: <a href="/metrics">/metrics</a></p>
    %s</body></html>
    """
        .formatted(age(seconds), unnamed(), rows, MAX_VALUES, links);
  }

  private String unnamed() {
    long requests = results.counters().unnamed();
    return requests == 0
        ? ""
        : "<p>%d requests were judged by SLOs that --slo does not name. They are in this table, but in no SLO counter of /metrics.</p>"
            .formatted(requests);
  }

  private String age(long seconds) {
    OptionalLong newest = results.newestMillis();
    if (newest.isEmpty()) {
      return "No result yet. The first one follows about 30 s after the first request.";
    }
    long old = Math.max(0, (clock.millis() - newest.getAsLong()) / 1000);
    return "The last %d s of traffic that the Flink job has finished, up to %s (%d s ago)."
        .formatted(seconds, Instant.ofEpochMilli(newest.getAsLong()), old);
  }

  private static String row(RollupKey key, Rollup sums, long seconds) {
    long requests = sums.get(RollupCount.REQUESTS);
    long judged = sums.slos().values().stream().mapToLong(SloSums::total).sum();
    long good = sums.slos().values().stream().mapToLong(SloSums::good).sum();
    return "<tr><td>%s</td><td>%s</td><td>%s</td><td>%d</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>\n"
        .formatted(
            name(key),
            number((double) requests / seconds),
            judged == 0 ? MISSING : number(100.0 * good / judged) + " %",
            sums.get(RollupCount.FAILED),
            number((double) sums.get(RollupCount.OUTPUT_TOKENS) / seconds),
            latency(sums.histogram(LatencyMetric.TTFT), 50),
            latency(sums.histogram(LatencyMetric.TTFT), 95),
            latency(sums.histogram(LatencyMetric.TPOT), 95),
            latency(sums.histogram(LatencyMetric.E2EL), 95));
  }

  private static String name(RollupKey key) {
    String value =
        switch (key.mask()) {
          case RollupKey.TENANT -> "tenant " + key.tenant();
          case RollupKey.MODEL -> "model " + key.model();
          case RollupKey.ROUTE -> "route " + key.route();
          case RollupKey.SLO_CLASS -> "SLO class " + key.sloClass();
          default -> "all";
        };
    return value.replace("&", "&amp;").replace("<", "&lt;");
  }

  private static String latency(SparseHistogram values, double percent) {
    return values.count() == 0 ? MISSING : number(values.percentile(percent) / MILLION) + " ms";
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%.0f", value);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
