package dev.goodput.lab.hop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.hop.CheckFinding;
import dev.goodput.metrics.hop.CheckResult;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.Call;
import dev.goodput.wire.client.CallListener;
import dev.goodput.wire.client.ClientOptions;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.client.Exchange;
import dev.goodput.wire.client.LlmClient;
import dev.goodput.wire.client.Timeouts;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.server.HttpServer;
import dev.goodput.wire.server.ServerOptions;
import dev.goodput.wire.server.ServerResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class MessageProbeTest {
  private final EventLoops loops = EventLoops.start(1);
  private final ProbeUpstream upstream = ProbeUpstream.start("127.0.0.1", 0, NanoClock.SYSTEM);

  @AfterEach
  void close() {
    upstream.close();
    loops.close();
  }

  private static byte[] question(long probe) {
    return "{\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"%s\"}]}"
        .formatted(ProbeUpstream.mark(probe))
        .getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void requiresNothingThatTheServerItselfRefuses() {
    try (HttpServer server =
        HttpServer.start(
            ServerOptions.plain("127.0.0.1", 0),
            loops,
            (_, response) -> response.send(400, List.of(), new byte[0]))) {
      Endpoint endpoint =
          Endpoint.of("http://127.0.0.1:" + server.port(), Dialect.named("responses"));
      CheckFinding found =
          MessageProbe.proceed(
              new ProbeTools(endpoint, endpoint, "m", "m", NanoClock.SYSTEM), "Say yes.");
      assertThat(found.rating()).isEqualTo(CheckResult.UNKNOWN);
      assertThat(found.message()).contains("the server itself returned status 400");
    }
  }

  @Test
  void findsTheTrailerAfterALastEventInTwoChunks() {
    ProxyBy.Way way =
        requested ->
            ProxyBy.begun(requested.get().text().split("(?<=\\[DO)", 2))
                .andThen(ServerResponse::end);
    try (ProxyBy proxy = new ProxyBy(upstream, way)) {
      CheckFinding found = MessageProbe.trailers(proxy.probing(upstream), upstream);
      assertThat(found.rating()).as(found.message()).isEqualTo(CheckResult.NOTED);
      assertThat(found.message()).contains("dropped");
    }
  }

  @Test
  void sendsNoChunksToAnHttp10Client() throws IOException {
    long probe = upstream.probe(ResponseScript.of(2, 1, ResponseScript.End.TRAILER));
    byte[] body = question(probe);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), upstream.port())) {
      String head = "POST / HTTP/1.0\r\ncontent-length: %d\r\n\r\n".formatted(body.length);
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().write(body);
      String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(all).contains("200 OK", "[DONE]").doesNotContain("transfer-encoding", "x-goodput");
    }
  }

  private Exchange askedInTheNewProtocol(byte[] question) {
    Endpoint endpoint = Endpoint.of(upstream.url(), Dialect.named("chat")).over(HttpVersion.TWO);
    Loop loop = loops.loops().getFirst();
    ClientOptions options = new ClientOptions(0, Timeouts.NONE, false, NanoClock.SYSTEM);
    CompletableFuture<Exchange> done = new CompletableFuture<>();
    CallListener listener =
        new CallListener() {
          @Override
          public void ended(Exchange exchange) {
            done.complete(exchange);
          }
        };
    try (LlmClient client = LlmClient.open(loop, endpoint, options)) {
      loop.execute(() -> {
        Call _ = client.send(question, true, listener);
      });
      return done.orTimeout(20, TimeUnit.SECONDS).join();
    }
  }

  @Test
  void writesNothingToASharedConnection() {
    long probe = upstream.probe(ResponseScript.of(2, 1, ResponseScript.End.TRAILER));
    assertThat(askedInTheNewProtocol(question(probe)).outcome().key()).isEqualTo("ok");
    assertThat(upstream.attempts(probe)).hasSize(1).allMatch(UpstreamRequest::http2);
  }

  @Test
  void reportsTrailersAsUnknownOverHttp2() {
    // The probe that is about to be made is the upstream's second.
    long probe = upstream.probe(ResponseScript.of(1, 1, ResponseScript.End.TRAILER));
    ProxyBy.Way way =
        _ -> {
          Exchange _ = askedInTheNewProtocol(question(probe + 1));
          return ProxyBy.whole(200, "data: [DONE]\n\n");
        };
    try (ProxyBy proxy = new ProxyBy(upstream, way)) {
      CheckFinding found = MessageProbe.trailers(proxy.probing(upstream), upstream);
      assertThat(found.rating()).isEqualTo(CheckResult.UNKNOWN);
      assertThat(found.message()).contains("HTTP/2");
    }
  }

  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void doesNotWaitForAPeerThatStopsReading() throws IOException {
    try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        RawExchange call =
            RawExchange.ask(
                Endpoint.of("http://127.0.0.1:" + deaf.getLocalPort(), Dialect.named("chat")),
                new byte[64 << 20],
                NanoClock.SYSTEM)) {
      assertThat(call.toEnd(Duration.ofMillis(200)).ending()).isEqualTo(RawResponse.Ending.SILENT);
    }
  }
}
