package dev.goodput.app.watch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.app.main.Main;
import dev.goodput.app.watch.CanaryServer.Mode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Reads what a watch serves while it runs.
@Timeout(120)
class WatchLiveTest {
  private static final Pattern PAGE = Pattern.compile("live page (http://\\S+/)");
  private static final int ENDED = 6;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private CompletableFuture<Integer> begin(String url, int count, String timeout) {
    String[] typed = {
      "watch",
      "--url",
      url,
      "--every",
      "100ms",
      "--count",
      Integer.toString(count),
      "--timeout",
      timeout,
      "--admin",
      "127.0.0.1:0",
      "--slo",
      "p95 ttft<=500ms",
      "--output-tokens",
      Integer.toString(CanaryServer.OUTPUT_TOKENS),
      "--json"
    };
    return CompletableFuture.supplyAsync(
        () -> Main.run(typed, out, new PrintStream(err, true, UTF_8)));
  }

  private static String get(String url) throws Exception {
    HttpRequest requested = HttpRequest.newBuilder(URI.create(url)).build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(requested, HttpResponse.BodyHandlers.ofString()).body();
    }
  }

  private String page() {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    Matcher found = PAGE.matcher(err.toString(UTF_8));
    while (!found.find()) {
      assertThat(System.nanoTime()).as(err.toString(UTF_8)).isLessThan(end);
      LockSupport.parkNanos(20_000_000);
      found = PAGE.matcher(err.toString(UTF_8));
    }
    return found.group(1);
  }

  private static double value(String metrics, String name) {
    return metrics
        .lines()
        .filter(line -> line.startsWith(name + "{"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  /// Six probes have ended, two of them good; the seventh hangs during the test.
  @Test
  void metricCountersEqualTheProbes() throws Exception {
    Mode[] script = {
      Mode.GOOD, Mode.OVERLOADED, Mode.CUT, Mode.SLOW, Mode.GOOD, Mode.OVERLOADED, Mode.HANGS
    };
    try (CanaryServer server = CanaryServer.start(i -> script[i])) {
      CompletableFuture<Integer> exit = begin(server.url(), 7, "60s");
      String page = page();
      String metrics = get(page + "metrics");
      while (value(metrics, "goodput_slo_requests_total") < ENDED) {
        assertThat(exit).isNotDone();
        LockSupport.parkNanos(50_000_000);
        metrics = get(page + "metrics");
      }
      assertThat(value(metrics, "goodput_slo_requests_total")).isEqualTo(ENDED);
      assertThat(value(metrics, "goodput_slo_good_requests_total")).isEqualTo(2);
      assertThat(get(page + "live.json")).contains("\"listen\":\"watch\"", server.url());
      assertThat(get(page + "readyz")).contains("ready");
      assertThat(get(page + "config")).contains("1 request every 0.1 s");
      server.release();
      assertThat(exit.get(60, TimeUnit.SECONDS)).isEqualTo(4);
    }
    String end = out.toString(UTF_8).lines().toList().getLast();
    assertThat(end)
        .contains("\"requests\":7", "\"slo\":\"p95 ttft ≤ 500 ms\",\"good\":2,\"all\":7");
  }

  /// The first of a hundred probes in ten seconds times out after three seconds.
  @Test
  void countsATimeoutAsAClientThatLeftBeforeTheFirstToken() throws Exception {
    try (CanaryServer server = CanaryServer.start(i -> i == 0 ? Mode.HANGS : Mode.GOOD)) {
      CompletableFuture<Integer> exit = begin(server.url(), 100, "3s");
      String live = page() + "live.json";
      while (!get(live).contains("\"left\":1,\"timed_out\":0")) {
        assertThat(exit).isNotDone();
        LockSupport.parkNanos(50_000_000);
      }
      assertThat(exit.get(60, TimeUnit.SECONDS)).isIn(0, 4, 6);
    }
  }
}
