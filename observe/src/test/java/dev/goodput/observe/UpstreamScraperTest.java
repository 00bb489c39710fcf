package dev.goodput.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.observe.Scrape.FailedScrape;
import dev.goodput.observe.Scrape.SuccessfulScrape;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.Tls;
import dev.goodput.wire.client.PageAddress;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UpstreamScraperTest {
  @TempDir private Path directory;

  private static final NanoClock CLOCK = NanoClock.SYSTEM;

  private static UpstreamScraper.Upstream upstream(String name, String url) {
    return new UpstreamScraper.Upstream(
        name, PageAddress.parse("--server-metrics", url, ScrapeTargets.PAGE));
  }

  @Test
  void looksAtEachUpstreamAndTellsWhoseLookItIs() throws Exception {
    EngineStateTracker tracker = new EngineStateTracker(InstantSource.system());
    CountDownLatch both = new CountDownLatch(2);
    try (Exporter engine = new Exporter((line, _) -> line.page("vllm:num_requests_running 7\n"));
        UpstreamScraper _ =
            UpstreamScraper.begin(
                List.of(upstream("a", engine.url()), upstream("b", "http://127.0.0.1:1")),
                CLOCK.nanoTime(),
                CLOCK,
                (name, scrape) -> {
                  tracker.add(name, scrape);
                  if (scrape instanceof SuccessfulScrape
                      ? name.equals("a")
                      : scrape instanceof FailedScrape) {
                    both.countDown();
                  }
                })) {
      assertThat(both.await(20, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(tracker.pages(0))
        .anyMatch(page ->
            page.upstream().equals("a")
                && Double.valueOf(7).equals(page.values().get(EngineMetric.RUNNING)));
    assertThat(tracker.pages(0))
        .anyMatch(page -> page.upstream().equals("b") && page.values().isEmpty());
  }

  /// The server's answers before it has metrics: no page, a page without metrics, and one with
  /// unknown metrics only.
  private static void awake(Exporter.Line line, int number) throws IOException {
    switch (number) {
      case 0 -> line.print("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
      case 1 -> line.page("");
      default -> line.page("vllm:num_requests_running 7\n");
    }
  }

  @Test
  void looksAgainAtAPageThatSaidNo() throws Exception {
    CountDownLatch reported = new CountDownLatch(1);
    try (Exporter engine = new Exporter(UpstreamScraperTest::awake);
        UpstreamScraper _ =
            UpstreamScraper.begin(
                List.of(upstream("a", engine.url())),
                CLOCK.nanoTime(),
                CLOCK,
                (_, scrape) -> {
                  if (scrape instanceof SuccessfulScrape seen
                      && !seen.metrics().readings().isEmpty()) {
                    reported.countDown();
                  }
                })) {
      assertThat(reported.await(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  @Tag("fault")
  void takesACertificateThatIsOfNoUseForAMissAndLooksAgain() throws Exception {
    URI page = URI.create("https://127.0.0.1:1/metrics");
    Path noCertificate = Files.writeString(directory.resolve("ca.pem"), "no certificate");
    Tls useless = Tls.read(false, noCertificate, null, null);
    CountDownLatch twice = new CountDownLatch(2);
    try (UpstreamScraper _ =
        UpstreamScraper.begin(
            List.of(
                new UpstreamScraper.Upstream("a", new PageAddress(page, List.of(), null, useless))),
            CLOCK.nanoTime(),
            CLOCK,
            (_, scrape) -> {
              if (scrape instanceof FailedScrape missed && missed.words().contains("ca.pem")) {
                twice.countDown();
              }
            })) {
      assertThat(twice.await(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  private record Faulty() implements PageScraper {
    @Override
    public Scrape read() {
      throw new IllegalStateException();
    }

    @Override
    public FailedScrape abandoned(Duration waited) {
      return new FailedScrape("page", 0, Scrape.FailureReason.HUNG, "left");
    }

    @Override
    public void close() {}
  }

  @Test
  @Tag("fault")
  void saysWhatKindOfFaultItWasThatHasNoWords() {
    Scrape scrape = new UpstreamScraper.Untiring(new Faulty(), "page", 0, CLOCK).read();
    assertThat(((FailedScrape) scrape).words()).contains("IllegalStateException");
  }

  @Test
  void saysNothingOfALookThatItLeavesAtItsEnd() throws Exception {
    CountDownLatch requested = new CountDownLatch(1);
    List<Scrape> scrapes = new CopyOnWriteArrayList<>();
    try (Exporter engine =
        new Exporter((line, _) -> {
          requested.countDown();
          line.silence();
        })) {
      try (UpstreamScraper _ =
          UpstreamScraper.begin(
              List.of(upstream("a", engine.url())),
              CLOCK.nanoTime(),
              CLOCK,
              (_, scrape) -> scrapes.add(scrape))) {
        assertThat(requested.await(20, TimeUnit.SECONDS)).isTrue();
      }
      assertThat(scrapes).isEmpty();
    }
  }
}
