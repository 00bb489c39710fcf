package dev.goodput.wire.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.record.Outcome;
import dev.goodput.testing.RawServer;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.Header;
import dev.goodput.wire.Tls;
import dev.goodput.wire.client.Poster.Posted;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PosterTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final byte[] BODY = "two bytes".getBytes(StandardCharsets.UTF_8);

  private static PageAddress address(String url, Tls tls) {
    List<Header> headers =
        List.of(new Header("Content-Type", "application/x-protobuf"), new Header("dd-key", "k3y"));
    return new PageAddress(URI.create(url), headers, null, tls);
  }

  private static Poster poster(RawServer server, Duration limit) {
    return Poster.open(address(server.url() + "/v1/metrics?a=b", Tls.SYSTEM), limit);
  }

  @Test
  void postsABodyWithItsLengthAndTheGivenHeaders() throws Exception {
    RawServer.Script script =
        (line, _, _) -> {
          line.print("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nok!");
          line.fin();
        };
    try (RawServer server = RawServer.start(script);
        Poster poster = poster(server, LONG)) {
      Posted posted = poster.post(BODY);
      assertThat(posted.taken()).isTrue();
      assertThat(StandardCharsets.UTF_8.decode(posted.answer()).toString()).isEqualTo("ok!");
      assertThat(posted.retryAfterSeconds()).isEqualTo(-1);
      assertThat(server.requests().getFirst())
          .startsWith("POST /v1/metrics?a=b HTTP/1.1\r\n")
          .contains("Content-Type: application/x-protobuf\r\n", "Content-Length: 9\r\n")
          .contains("dd-key: k3y\r\n")
          .endsWith("\r\n\r\ntwo bytes");
    }
  }

  @Test
  void reportsARefusalAndItsRetryAfter() throws Exception {
    RawServer.Script script =
        (line, _, _) -> {
          line.print("HTTP/1.1 503 X\r\nRetry-After: 7\r\nContent-Length: 4\r\n\r\nbusy");
          line.fin();
        };
    try (RawServer server = RawServer.start(script);
        Poster poster = poster(server, LONG)) {
      Posted posted = poster.post(BODY);
      assertThat(posted.taken()).isFalse();
      assertThat(posted.outcome()).isEqualTo(new Outcome.HttpError(503, "busy"));
      assertThat(posted.retryAfterSeconds()).isEqualTo(7);
    }
  }

  @Test
  @Tag("fault")
  void waitsNoLongerThanItsLimitForASilentAddress() throws Exception {
    try (RawServer server = RawServer.start((line, _, _) -> line.silence());
        Poster poster = poster(server, Duration.ofMillis(300))) {
      assertThat(poster.post(BODY).outcome()).isInstanceOf(Outcome.Timeout.class);
    }
  }

  @Test
  @Tag("fault")
  void reportsAnUnreachableAddressAndABrokenConnection() throws Exception {
    String url;
    try (RawServer server = RawServer.start((line, _, _) -> line.reset());
        Poster poster = poster(server, LONG)) {
      url = server.url();
      assertThat(poster.post(BODY).outcome()).isInstanceOf(Outcome.Reset.class);
    }
    try (Poster poster = Poster.open(address(url, Tls.SYSTEM), LONG)) {
      assertThat(poster.post(BODY).outcome()).isInstanceOf(Outcome.Refused.class);
    }
  }

  @Test
  void refusesAnUnreadableTrustStoreBeforePosting(@TempDir Path directory) throws Exception {
    Path words = Files.writeString(directory.resolve("words.pem"), "words");
    Tls tls = Tls.read(false, words, null, null);
    assertThatThrownBy(() -> Poster.open(address("https://127.0.0.1:1/x", tls), LONG))
        .isInstanceOf(BadSettingException.class)
        .hasMessageContaining("words.pem");
  }
}
