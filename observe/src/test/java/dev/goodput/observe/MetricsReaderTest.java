package dev.goodput.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.observe.Scrape.FailedScrape;
import dev.goodput.observe.Scrape.FailureReason;
import dev.goodput.observe.Scrape.SuccessfulScrape;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.PageAddress;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class MetricsReaderTest {
  private static final Duration SHORT = Duration.ofMillis(500);
  private static final Duration LONG = Duration.ofSeconds(20);

  private static MetricsReader reader(String url, Duration limit) {
    PageAddress address = PageAddress.parse("--server-metrics", url, "/metrics");
    NanoClock clock = NanoClock.SYSTEM;
    return MetricsReader.open(address, "big", limit, clock.nanoTime(), clock);
  }

  private static Scrape scrape(Exporter.Script script) throws IOException {
    return scrape(LONG, script);
  }

  private static Scrape scrape(Duration limit, Exporter.Script script) throws IOException {
    try (Exporter exporter = new Exporter(script);
        MetricsReader reader = reader(exporter.url(), limit)) {
      Scrape seen = reader.read();
      assertThat(seen.source()).isEqualTo(exporter.url());
      return seen;
    }
  }

  private static void misses(FailureReason why, String words, Exporter.Script script)
      throws IOException {
    FailedScrape missed = (FailedScrape) scrape(script);
    assertThat(missed.why()).isEqualTo(why);
    assertThat(missed.words()).startsWith(words);
  }

  private static void hangs(Exporter.Script script) throws IOException {
    FailedScrape missed = (FailedScrape) scrape(SHORT, script);
    assertThat(missed.why()).isEqualTo(FailureReason.HUNG);
    assertThat(missed.words()).isEqualTo("no page within 500 ms");
  }

  @Test
  void readsTheModelsEngineAtTheMiddleOfTheLook() throws Exception {
    SuccessfulScrape seen =
        (SuccessfulScrape) scrape((line, _) -> line.page(Exports.page("vllm-v1-2025")));
    assertThat(seen.metrics()).isEqualTo(Exports.read(Exports.page("vllm-v1-2025"), "big"));
    assertThat(seen.atNanos()).isPositive();
  }

  @Test
  void readsAPageThatHasMetricsOfNothingItKnows() throws Exception {
    SuccessfulScrape seen = (SuccessfulScrape) scrape((line, _) -> line.page("node_load1 3\n"));
    assertThat(seen.metrics().readings()).isEmpty();
  }

  @Test
  @Tag("fault")
  void tellsAServerThatHangsFromOneThatCutsOrRefuses() throws Exception {
    hangs((line, _) -> line.silence());
    hangs((line, _) -> drip(line));
    misses(FailureReason.CUT, "", (line, _) -> line.reset());
    misses(
        FailureReason.CUT,
        "the body ended before its announced length",
        (line, _) -> line.print("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\na 1\n"));
    misses(
        FailureReason.REFUSED,
        "404: no such page",
        (line, _) -> line.print("HTTP/1.1 404 X\r\nContent-Length: 12\r\n\r\nno such page"));
    misses(
        FailureReason.REFUSED,
        "401 Unauthorized",
        (line, _) -> line.print("HTTP/1.1 401 X\r\nContent-Length: 0\r\n\r\n"));
  }

  /// A page that continues forever, slowly.
  private static void drip(Exporter.Line line) throws IOException, InterruptedException {
    line.print(Exporter.HEAD + "a 1\n");
    line.silence();
  }

  @Test
  @Tag("fault")
  void tellsWhatIsNoPageOfMetrics() throws Exception {
    misses(
        FailureReason.UNREADABLE,
        "a web page came in place of metrics",
        (line, _) -> line.page("\n<!doctype html>\n<title>Sign in</title>\n"));
    misses(FailureReason.UNREADABLE, "the page is empty", (line, _) -> line.page("\n"));
    misses(
        FailureReason.UNREADABLE,
        "the page holds no metric in Prometheus' text format",
        (line, _) -> line.page("{\"error\":\"no\"}\n"));
    String piece = "a 1\n".repeat(1 << 20);
    misses(
        FailureReason.UNREADABLE,
        "the answer is over 16777216 bytes",
        (line, _) -> {
          line.page(piece);
          for (int i = 0; i < 4; i++) {
            line.print(piece);
          }
        });
  }

  @Test
  @Tag("fault")
  void saysThatNobodyListens() throws Exception {
    try (MetricsReader reader = reader("http://127.0.0.1:1/metrics", LONG)) {
      FailedScrape missed = (FailedScrape) reader.read();
      assertThat(missed.why()).isEqualTo(FailureReason.UNREACHABLE);
      assertThat(missed.words()).isEqualTo("connection refused");
    }
  }

  @Test
  void quotesLittleAndNoSecret() throws Exception {
    String message = "key=s3cret-key " + "x".repeat(900);
    Exporter.Script script =
        (line, _) ->
            line.print(
                "HTTP/1.1 403 X\r\nContent-Length: " + message.length() + "\r\n\r\n" + message);
    try (Exporter exporter = new Exporter(script);
        MetricsReader reader = reader(exporter.url() + "?key=s3cret-key", LONG)) {
      FailedScrape missed = (FailedScrape) reader.read();
      assertThat(missed.toString()).doesNotContain("s3cret").contains("?key=***");
      assertThat(missed.words()).startsWith("403: key=***").hasSizeLessThan(210);
    }
  }
}
