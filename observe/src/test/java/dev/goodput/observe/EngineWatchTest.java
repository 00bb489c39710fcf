package dev.goodput.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.observe.Observation.Missed;
import dev.goodput.observe.Observation.Seen;
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

final class EngineWatchTest {
  @TempDir private Path directory;

  private static final NanoClock CLOCK = NanoClock.SYSTEM;

  private static EngineWatch.Upstream upstream(String name, String url) {
    return new EngineWatch.Upstream(
        name, PageAddress.parse("--server-metrics", url, WatchedPages.PAGE));
  }

  @Test
  void looksAtEachUpstreamAndTellsWhoseLookItIs() throws Exception {
    EngineTrail trail = new EngineTrail(InstantSource.system());
    CountDownLatch both = new CountDownLatch(2);
    try (Exporter engine = new Exporter((line, _) -> line.page("vllm:num_requests_running 7\n"));
        EngineWatch _ =
            EngineWatch.begin(
                List.of(upstream("a", engine.url()), upstream("b", "http://127.0.0.1:1")),
                CLOCK.nanoTime(),
                CLOCK,
                (name, look) -> {
                  trail.add(name, look);
                  if (look instanceof Seen ? name.equals("a") : look instanceof Missed) {
                    both.countDown();
                  }
                })) {
      assertThat(both.await(20, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(trail.pages(0))
        .anyMatch(page ->
            page.upstream().equals("a")
                && Double.valueOf(7).equals(page.values().get(Sign.RUNNING)));
    assertThat(trail.pages(0))
        .anyMatch(page -> page.upstream().equals("b") && page.values().isEmpty());
  }

  /// The server's answers before it has metrics: no page, a page without metrics, and one with
  /// unknown metrics only.
  private static void awake(Exporter.Line line, int number) throws IOException {
    switch (number) {
      case 0 -> line.say("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
      case 1 -> line.page("");
      default -> line.page("vllm:num_requests_running 7\n");
    }
  }

  @Test
  void looksAgainAtAPageThatSaidNo() throws Exception {
    CountDownLatch told = new CountDownLatch(1);
    try (Exporter engine = new Exporter(EngineWatchTest::awake);
        EngineWatch _ =
            EngineWatch.begin(
                List.of(upstream("a", engine.url())),
                CLOCK.nanoTime(),
                CLOCK,
                (_, look) -> {
                  if (look instanceof Seen seen && !seen.metrics().readings().isEmpty()) {
                    told.countDown();
                  }
                })) {
      assertThat(told.await(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  @Tag("fault")
  void takesACertificateThatIsOfNoUseForAMissAndLooksAgain() throws Exception {
    URI page = URI.create("https://127.0.0.1:1/metrics");
    Path noCertificate = Files.writeString(directory.resolve("ca.pem"), "no certificate");
    Tls useless = Tls.read(false, noCertificate, null, null);
    CountDownLatch twice = new CountDownLatch(2);
    try (EngineWatch _ =
        EngineWatch.begin(
            List.of(new EngineWatch.Upstream("a", new PageAddress(page, List.of(), null, useless))),
            CLOCK.nanoTime(),
            CLOCK,
            (_, look) -> {
              if (look instanceof Missed missed && missed.words().contains("ca.pem")) {
                twice.countDown();
              }
            })) {
      assertThat(twice.await(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  private record Faulty() implements Watched {
    @Override
    public Observation read() {
      throw new IllegalStateException();
    }

    @Override
    public Missed left(Duration waited) {
      return new Missed("page", 0, Observation.Why.HUNG, "left");
    }

    @Override
    public void close() {}
  }

  @Test
  @Tag("fault")
  void saysWhatKindOfFaultItWasThatHasNoWords() {
    Observation look = new EngineWatch.Untiring(new Faulty(), "page", 0, CLOCK).read();
    assertThat(((Missed) look).words()).contains("IllegalStateException");
  }

  @Test
  void saysNothingOfALookThatItLeavesAtItsEnd() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    List<Observation> looks = new CopyOnWriteArrayList<>();
    try (Exporter engine =
        new Exporter((line, _) -> {
          asked.countDown();
          line.silence();
        })) {
      try (EngineWatch _ =
          EngineWatch.begin(
              List.of(upstream("a", engine.url())),
              CLOCK.nanoTime(),
              CLOCK,
              (_, look) -> looks.add(look))) {
        assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
      }
      assertThat(looks).isEmpty();
    }
  }
}
