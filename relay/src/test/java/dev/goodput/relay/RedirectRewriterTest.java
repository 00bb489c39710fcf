package dev.goodput.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.Bytes;
import dev.goodput.testing.RawServer;
import dev.goodput.testing.RawSocket;
import dev.goodput.wire.Tls;
import dev.goodput.wire.http.RequestHead;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The redirect targets that clients receive.
final class RedirectRewriterTest {
  private static final String HOST = "Host: gw:9000\r\n";

  private static RedirectRewriter by(String url, boolean keepHost, boolean secure, String headers) {
    Upstream upstream =
        new Upstream("a", URI.create(url), Tls.SYSTEM, keepHost, List.of(), 1, 0, 0);
    RequestHead requested = RequestHead.parse(Bytes.of("GET /x HTTP/1.0\r\n" + headers + "\r\n"));
    return new RedirectRewriter(requested, upstream, secure);
  }

  private static String sent(RedirectRewriter redirects, String found) {
    String line = redirects.line("location", "Location: " + found + "\r\n");
    assertThat(line).startsWith("Location: ").endsWith("\r\n");
    return line.substring("Location: ".length(), line.length() - 2);
  }

  @ParameterizedTest
  @CsvSource({
    "http://vllm:8000, http://vllm:8000/v1/x?y=1#z, http://gw:9000/v1/x?y=1#z",
    "http://vllm:8000, HTTP://VLLM:8000, http://gw:9000/",
    "http://vllm:8000, //vllm:8000/v1, http://gw:9000/v1",
    "http://[::1]:8000, http://[::1]:8000/a, http://gw:9000/a",
    "https://vllm, http://vllm/a, http://gw:9000/a",
    "https://vllm:443, https://vllm/a, http://gw:9000/a",
    "http://vllm:8000/llm, http://vllm:8000/llm/v1/x, http://gw:9000/v1/x",
    "http://vllm:8000/llm, http://vllm:8000/v1/x, http://gw:9000/v1/x",
    "http://vllm:8000/llm, /llm/v1/x, /v1/x",
    "http://vllm:8000/llm, /llms/v1/x, /llms/v1/x",
    "http://vllm:8000, /v1/x, /v1/x",
    "http://vllm:8000, x, x",
    "http://vllm:8000, http://vllm:8001/a, http://vllm:8001/a",
    "http://vllm:8000, http://vllm/a, http://vllm/a",
    "http://vllm:8000, https://login.example/a?to=http://vllm:8000,"
        + " https://login.example/a?to=http://vllm:8000",
    "http://vllm:8000, http://u@vllm:8000/a, http://u@vllm:8000/a"
  })
  void anAddressOfTheUpstreamBecomesTheGateways(String url, String found, String sent) {
    assertThat(sent(by(url, false, false, HOST), found)).isEqualTo(sent);
  }

  @Test
  void theSchemeIsTheClients() {
    String found = "http://vllm:8000/a";
    String forwarded = HOST + "X-Forwarded-Proto: https\r\n";
    assertThat(sent(by("http://vllm:8000", false, true, HOST), found))
        .isEqualTo("https://gw:9000/a");
    assertThat(sent(by("http://vllm:8000", false, false, forwarded), found))
        .isEqualTo("https://gw:9000/a");
    assertThat(sent(by("http://vllm:8000", true, true, HOST), "http://gw:9000/a"))
        .isEqualTo("https://gw:9000/a");
    assertThat(sent(by("http://vllm:8000", false, false, ""), found)).isEqualTo("/a");
  }

  @Test
  void refreshNamesItsAddressInItsOwnWay() {
    RedirectRewriter redirects = by("http://vllm:8000", false, false, HOST);
    assertThat(redirects.line("refresh", "Refresh: 5; url=http://vllm:8000/a\r\n"))
        .isEqualTo("Refresh: 5; url=http://gw:9000/a\r\n");
    assertThat(redirects.line("refresh", "Refresh: 5;URL='http://vllm:8000/a'\r\n"))
        .isEqualTo("Refresh: 5;URL='http://gw:9000/a'\r\n");
    assertThat(redirects.line("refresh", "Refresh: 5\r\n")).isEqualTo("Refresh: 5\r\n");
  }

  @Test
  void aRedirectedClientComesBackToTheGateway() throws Exception {
    RawServer.Script script =
        (line, request, _) -> {
          String host = request.lines().filter(each -> each.startsWith("Host: ")).findFirst().get();
          line.print(
              "HTTP/1.1 307 Temporary Redirect\r\nlocation: http://"
                  + host.substring("Host: ".length())
                  + "/v1/x\r\nContent-Length: 0\r\n\r\n");
        };
    try (RawServer server = RawServer.start(script);
        RelayRig rig = new RelayRig(server.url());
        RawSocket client = rig.common(RelayRig.POST)) {
      assertThat(client.readUntil("\r\n\r\n")).contains("location: http://gateway/v1/x\r\n");
    }
  }
}
