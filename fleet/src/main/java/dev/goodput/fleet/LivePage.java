package dev.goodput.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.tally.SloSums;
import dev.goodput.telemetry.Rollup;
import dev.goodput.telemetry.RollupCount;
import dev.goodput.telemetry.RollupKey;
import dev.goodput.telemetry.SparseHistogram;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.OptionalLong;

/// A page with the newest results, for this machine only. It loads itself again every two seconds.
final class LivePage implements AutoCloseable {
  private static final double MILLION = 1e6;
  private static final String MISSING = "–";

  private final HttpServer server;
  private final LiveResults results;
  private final String links;
  private final InstantSource clock;

  private LivePage(HttpServer server, LiveResults results, String links, InstantSource clock) {
    this.server = server;
    this.results = results;
    this.links = links;
    this.clock = clock;
  }

  /// Starts to serve.
  ///
  /// @param port 0 for any free one
  /// @param links what is written below the table, as HTML
  /// @throws FleetException if the port cannot be used
  static LivePage start(int port, LiveResults results, String links, InstantSource clock) {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
      LivePage page = new LivePage(server, results, links, clock);
      server.createContext("/", page::answer);
      server.start();
      return page;
    } catch (IOException e) {
      throw new FleetException("--port %d: %s".formatted(port, e.getMessage()), e);
    }
  }

  /// Returns the address of the page.
  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] page = html().getBytes(UTF_8);
      exchange.getResponseHeaders().add("Content-Type", "text/html; charset=utf-8");
      exchange.sendResponseHeaders(200, page.length);
      exchange.getResponseBody().write(page);
    }
  }

  /// Returns the page.
  String html() {
    StringBuilder rows = new StringBuilder();
    long seconds = results.seconds();
    for (LiveResults.Row row : results.rows()) {
      rows.append(row(row.key(), row.sums(), seconds));
    }
    return """
    <!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="2">
    <title>Goodput fleet</title><style>
    body{font:15px system-ui,sans-serif;margin:2rem;color:#222;background:#fff}
    table{border-collapse:collapse}th,td{padding:.3rem .8rem;text-align:right;border-bottom:1px solid #ddd}
    th:first-child,td:first-child{text-align:left}
    @media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}th,td{border-color:#444}}
    </style></head><body><h1>Goodput of the fleet</h1><p>%s</p>
    <table><thead><tr><th>traffic</th><th>requests/s</th><th>SLO attainment</th><th>failed</th><th>output tok/s</th>
    <th>TTFT p50</th><th>TTFT p95</th><th>TPOT p95</th><th>E2EL p95</th></tr></thead><tbody>
    %s</tbody></table>
    %s</body></html>
    """
        .formatted(age(seconds), rows, links);
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
  }
}
