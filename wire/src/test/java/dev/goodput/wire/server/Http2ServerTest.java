package dev.goodput.wire.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.goodput.testing.Curl;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Header;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The server as seen by curl with HTTP/2. Runs wherever curl is installed.
@Tag("real")
final class Http2ServerTest {
  private final EventLoops loops = EventLoops.start(1);
  private final List<AutoCloseable> open = new ArrayList<>(List.of(loops));

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open.reversed()) {
      each.close();
    }
  }

  @BeforeEach
  void needsCurl() {
    assumeTrue(Curl.installed(), Curl.MISSING);
  }

  private HttpServer serve(int maxBody, HttpHandler handler) {
    HttpServer server =
        HttpServer.start(new ServerOptions("127.0.0.1", 0, null, maxBody), loops, handler);
    open.add(server);
    return server;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /// Returns curl's output for a request with HTTP/2 by prior knowledge.
  private static String curl(HttpServer server, String... options)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of("--http2-prior-knowledge"));
    all.addAll(List.of(options));
    return Curl.run(all, "http://127.0.0.1:" + server.port() + "/v1/x?y=1");
  }

  @Test
  void answersCurl() throws Exception {
    HttpServer server =
        serve(
            1 << 20,
            (request, response) ->
                response.send(
                    200,
                    List.of(new Header("X-Seen", request.method() + " " + request.target())),
                    request.body()));
    String message = curl(server, "-i", "-d", "a question");
    assertThat(message).startsWith("HTTP/2 200").contains("x-seen: POST /v1/x?y=1");
    assertThat(message).contains("content-length: 10").endsWith("a questionexit 0");
    String large = curl(server, "-o", "/dev/null", "-w", "%{size_download}", "-d", "@/bin/bash");
    assertThat(large).matches("[0-9]{6,}exit 0");
    assertThat(curl(server, "-I")).startsWith("HTTP/2 200").endsWith("exit 0");
  }

  @Test
  void streamsToCurlAndReportsAnAbort() throws Exception {
    HttpServer server =
        serve(
            100,
            (request, response) -> {
              response.head(200, List.of(new Header("content-type", "text/event-stream")));
              response.body(bytes("data: 1\n\n"));
              response.body(bytes("data: 2\n\n"));
              if (request.method().equals("GET")) {
                response.end();
              } else {
                response.abort();
              }
            });
    assertThat(curl(server)).isEqualTo("data: 1\n\ndata: 2\n\nexit 0");
    // 92: a stream that was not closed cleanly.
    assertThat(curl(server, "-d", "x")).contains("INTERNAL_ERROR").endsWith("exit 92");
    assertThat(curl(server, "-d", "x".repeat(101))).contains("longer than 100 bytes");
  }

  @Test
  void noticesADisconnectedClient() throws Exception {
    CountDownLatch left = new CountDownLatch(1);
    CompletableFuture<ServerResponse> requested = new CompletableFuture<>();
    HttpServer server =
        serve(
            100,
            (_, response) -> {
              response.onClosed(left::countDown);
              response.head(200, List.of());
              response.body(bytes("data: 1\n\n"));
              requested.complete(response);
            });
    Process curl =
        new ProcessBuilder(
                "curl",
                "-sSN",
                "--http2-prior-knowledge",
                "http://127.0.0.1:" + server.port() + "/")
            .start();
    assertThat(requested.get(20, TimeUnit.SECONDS).over()).isFalse();
    curl.destroy();
    assertThat(left.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(requested.get().over()).isTrue();
  }

  @Test
  void aHandlerExceptionIsAnInternalError() throws Exception {
    HttpServer server =
        serve(
            100,
            (_, _) -> {
              throw new IllegalStateException("planned");
            });
    assertThat(curl(server, "-i")).startsWith("HTTP/2 500").contains("internal error");
  }
}
