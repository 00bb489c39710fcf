package dev.goodput.wire.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.record.Outcome;
import dev.goodput.testing.FullPort;
import dev.goodput.testing.RawServer;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.Header;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.Secret;
import dev.goodput.wire.Tls;
import dev.goodput.wire.dialect.Dialect;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class PageReaderTest {
  private static final String KEY = "sk-s3cret-of-the-run";
  private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n";

  private static PageReader reader(String url, Duration limit) {
    long origin = NanoClock.SYSTEM.nanoTime();
    return PageReader.open(
        PageAddress.parse("--server-metrics", url, "/metrics"), limit, origin, NanoClock.SYSTEM);
  }

  private static PageReader reader(String url) {
    return reader(url, Duration.ofSeconds(20));
  }

  private static Outcome why(Page page) {
    return ((Page.None) page).outcome();
  }

  @Test
  void readsThePageAsItCameEachTimeOnAConnectionOfItsOwn() throws Exception {
    RawServer.Script script =
        (line, _, number) -> {
          line.print(HEAD + "\r\na 1\n\nb " + number + "\n");
          line.fin();
        };
    try (RawServer server = RawServer.start(script);
        PageReader reader = reader(server.url() + "/v1/metrics?collect=a")) {
      assertThat(((Page.Text) reader.read()).body()).isEqualTo("a 1\n\nb 0\n");
      Page.Text second = (Page.Text) reader.read();
      assertThat(second.body()).isEqualTo("a 1\n\nb 1\n");
      assertThat(second.sentNanos()).isPositive().isLessThanOrEqualTo(second.headersNanos());
      assertThat(server.accepted()).isEqualTo(2);
      assertThat(server.requests().getFirst())
          .startsWith("GET /v1/metrics?collect=a HTTP/1.1\r\n")
          .contains("Accept: text/plain;version=0.0.4,", "Connection: close\r\n");
    }
  }

  @Test
  void sendsAPost() throws Exception {
    RawServer.Script script =
        (line, _, _) -> {
          line.print("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
          line.fin();
        };
    try (RawServer server = RawServer.start(script);
        PageReader reader =
            PageReader.openPost(
                PageAddress.parse("--profiler", server.url() + "/start_profile", "/"),
                Duration.ofSeconds(20))) {
      assertThat(reader.readWhile(() -> true).orElseThrow()).isInstanceOf(Page.Text.class);
      assertThat(server.requests().getFirst())
          .startsWith("POST /start_profile HTTP/1.1\r\n")
          .contains("Content-Length: 0\r\n");
    }
  }

  @Test
  @Tag("fault")
  void reportsWhyThereIsNoPage() throws Exception {
    RawServer.Script script =
        (line, _, number) -> {
          switch (number) {
            case 0 -> line.print("HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnope");
            case 1 -> line.print(HEAD + "Content-Length: 400\r\n\r\na 1\n");
            default -> line.print("nonsense\r\n\r\n");
          }
          line.fin();
        };
    try (RawServer server = RawServer.start(script);
        PageReader reader = reader(server.url())) {
      assertThat(why(reader.read())).isEqualTo(new Outcome.HttpError(404, "nope"));
      assertThat(why(reader.read())).isInstanceOf(Outcome.Truncated.class);
      assertThat(why(reader.read())).isInstanceOf(Outcome.Malformed.class);
    }
  }

  @Test
  @Tag("fault")
  void closesTheConnectionToAServerThatIsNoLongerNeeded() throws Exception {
    AtomicInteger requested = new AtomicInteger();
    try (RawServer server = RawServer.start((line, _, _) -> line.silence());
        PageReader reader = reader(server.url(), Duration.ofMinutes(5))) {
      assertThat(reader.readWhile(() -> requested.incrementAndGet() < 3)).isEmpty();
    }
  }

  @Test
  @Tag("fault")
  void closesTheConnectionToAServerThatHangs() throws Exception {
    try (RawServer server = RawServer.start((line, _, _) -> line.silence());
        PageReader reader = reader(server.url(), Duration.ofMillis(300))) {
      assertThat(why(reader.read())).isInstanceOf(Outcome.Timeout.class);
    }
  }

  @Test
  @Tag("fault")
  void readsAgainOnceTheServerIsBack() throws Exception {
    int port = RawServer.deadPort();
    try (PageReader reader = reader("http://127.0.0.1:" + port)) {
      assertThat(why(reader.read())).isEqualTo(new Outcome.Refused("connection refused"));
      try (var server = new ServerSocket(port)) {
        Thread.ofVirtual().start(() -> answerOnce(server));
        assertThat(reader.read()).isInstanceOf(Page.Text.class);
      }
    }
  }

  /// Names are resolved again after a connection failure.
  @Test
  @Tag("fault")
  void reconnectsWhenItsAddressDoesNotRespond() throws Exception {
    try (FullPort port = FullPort.open();
        PageReader reader = reader("http://127.0.0.1:" + port.port(), Duration.ofMillis(300))) {
      assertThat(why(reader.read())).isInstanceOf(Outcome.Timeout.class);
      assertThat(reader.hasResolvedAddress()).isFalse();
    }
    try (RawServer server = RawServer.start((line, _, _) -> line.json(404, "{}"));
        PageReader reader = reader(server.url())) {
      assertThat(why(reader.read())).isInstanceOf(Outcome.HttpError.class);
      assertThat(reader.hasResolvedAddress()).isTrue();
    }
  }

  private static void answerOnce(ServerSocket server) {
    try (var socket = server.accept()) {
      socket
          .getOutputStream()
          .write((HEAD + "Content-Length: 4\r\n\r\na 1\n").getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      int _ = socket.getInputStream().read(new byte[4096]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  @Tag("fault")
  void stopsReadingAPageWithoutAnEnd() throws Exception {
    String piece = "a 1\n".repeat(1 << 16);
    RawServer.Script script =
        (line, _, _) -> {
          line.print(HEAD + "\r\n");
          for (int i = 0; i < 65; i++) {
            line.print(piece);
          }
          line.silence();
        };
    try (RawServer server = RawServer.start(script);
        PageReader reader = reader(server.url())) {
      assertThat(why(reader.read()))
          .isEqualTo(new Outcome.Malformed("the answer is over 16777216 bytes"));
    }
  }

  @Test
  void quotesNoSecret() throws Exception {
    RawServer.Script script = (line, _, _) -> line.json(401, "{\"error\":\"key " + KEY + "\"}");
    try (RawServer server = RawServer.start(script)) {
      Endpoint target =
          new Endpoint(
              URI.create(server.url() + "/up/v1?key=qu3ry-s3cret"),
              Dialect.named("chat"),
              List.of(new Header("X-Team", "t3am-s3cret")),
              Secret.of(KEY, "test"),
              Tls.SYSTEM,
              false,
              List.of());
      List<PageAddress> places = PageAddress.nextTo(target, "/metrics");
      assertThat(places)
          .extracting(PageAddress::shown)
          .containsExactly(server.url() + "/up/metrics?key=***", server.url() + "/metrics?key=***");
      PageAddress address = places.getFirst();
      assertThat(address.shown()).isEqualTo(server.url() + "/up/metrics?key=***");
      assertThat(address.toString()).doesNotContain("s3cret");
      try (PageReader reader =
          PageReader.open(address, Duration.ofSeconds(10), 0, NanoClock.SYSTEM)) {
        assertThat(why(reader.read()).toString()).contains("key ***").doesNotContain("s3cret");
      }
      assertThat(server.requests().getFirst())
          .startsWith("GET /up/metrics?key=qu3ry-s3cret HTTP/1.1\r\n")
          .contains("Authorization: Bearer " + KEY, "X-Team: t3am-s3cret");
    }
  }

  @Test
  void sendsTheKeyOnlyToTheRequestedServer() {
    Endpoint target =
        new Endpoint(
            URI.create("https://llm:443/v1"),
            Dialect.named("chat"),
            List.of(new Header("X-Team", "t3am-s3cret")),
            Secret.of(KEY, "test"),
            new Tls(true, null, null, null),
            false,
            List.of());
    assertThat(PageAddress.nextTo(target, "/metrics")).hasSize(1);
    for (String other :
        List.of("http://llm:443/metrics", "https://llm:8000/metrics", "https://llm.evil/metrics")) {
      PageAddress page = PageAddress.parse("--server-metrics", other, "/metrics");
      assertThat(page.withCredentialsOf(target)).as(other).isEqualTo(page);
    }
    PageAddress same =
        PageAddress.parse("--server-metrics", "https://LLM/deep/metrics", "/metrics");
    assertThat(same.withCredentialsOf(target))
        .isEqualTo(new PageAddress(same.url(), target.headers(), target.apiKey(), target.tls()));
  }

  @Test
  void sendsTheUrlAsTypedWithoutAKeyAndRejectsAPassword() {
    PageAddress typed = PageAddress.parse("--server-metrics", "gpu:9400/metrics", "/metrics");
    assertThat(typed.url()).isEqualTo(URI.create("http://gpu:9400/metrics"));
    assertThat(typed.apiKey()).isNull();
    assertThatThrownBy(
            () -> PageAddress.parse("--server-metrics", "http://me:s3cret@gpu/metrics", "/metrics"))
        .isInstanceOf(BadSettingException.class)
        .hasMessageStartingWith("--server-metrics \"http://***@gpu/metrics\": a password")
        .message()
        .doesNotContain("s3cret");
  }
}
