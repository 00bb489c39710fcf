package dev.goodput.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.Bytes;
import dev.goodput.wire.Header;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.Tls;
import dev.goodput.wire.http.RequestHead;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The client's keys that are sent to an upstream.
final class HeadRewriterTest {
  private static final String CLIENT =
      "POST /v1/messages?KEY=sk-client&alt=sse&api-key=sk-client&keys=2&x HTTP/1.1\r\n"
          + "Host: g\r\n"
          + "Authorization: Bearer sk-client\r\nX-Api-Key: sk-client\r\nAPI-KEY: sk-client\r\n"
          + "x-goog-api-key: sk-client\r\nOcp-Apim-Subscription-Key: sk-client\r\n"
          + "Idempotency-Key: once\r\nX-Title: kept\r\n\r\n";

  private static String sent(List<Header> own) {
    Upstream upstream =
        new Upstream(
            "a", URI.create("http://a:1"), Tls.SYSTEM, false, own, 1, 0, 0, HttpVersion.ONE);
    RequestHead head = RequestHead.parse(Bytes.of(CLIENT));
    byte[] written = HeadRewriter.request(head, upstream, LoopHeader.fresh(), false);
    return new String(written, StandardCharsets.US_ASCII);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Authorization",
        "x-api-key",
        "Api-Key",
        "X-Goog-Api-Key",
        "Ocp-Apim-Subscription-Key",
        "X-Auth-Token"
      })
  void aKeyOfTheUpstreamReplacesTheClientsKeyUnderAnyName(String name) {
    assertThat(sent(List.of(new Header(name, "own"))))
        .startsWith("POST /v1/messages?alt=sse&keys=2&x HTTP/1.1\r\n")
        .contains(name + ": own\r\n", "X-Title: kept", "Idempotency-Key: once")
        .doesNotContain("sk-client");
  }

  @Test
  void withoutAKeyOfTheUpstreamTheClientsGoesOn() {
    assertThat(sent(List.of(new Header("X-Title", "own"))))
        .contains("?KEY=sk-client&alt=sse&api-key=sk-client&keys=2&x HTTP")
        .contains("Authorization: Bearer sk-client", "X-Api-Key: sk-client", "x-goog-api-key: sk")
        .doesNotContain("kept");
  }
}
