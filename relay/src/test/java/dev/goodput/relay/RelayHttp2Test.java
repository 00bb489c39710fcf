package dev.goodput.relay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.goodput.testing.Bytes;
import dev.goodput.testing.Curl;
import dev.goodput.testing.FrameServer;
import dev.goodput.testing.RawServer;
import dev.goodput.testing.RawSocket;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.Call;
import dev.goodput.wire.client.CallListener;
import dev.goodput.wire.client.ClientOptions;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.client.LlmClient;
import dev.goodput.wire.client.Timeouts;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.server.HttpHandler;
import dev.goodput.wire.server.HttpServer;
import dev.goodput.wire.server.ServerOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// HTTP/2 on one or both sides of a relay.
final class RelayHttp2Test {
  private static final String DELTA =
      "data:"
          + " {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"},\"finish_reason\":null}]}\n\n";
  private static final String DONE = "data: [DONE]\n\n";
  private static final long SEED = 577215;
  private static final int LARGE = 3_000_000;

  private final EventLoops loops = EventLoops.start(1);
  private final Loop loop = loops.loops().getFirst();

  @AfterEach
  void close() {
    loops.close();
  }

  private LlmClient client(RelayRig rig, HttpVersion http) {
    NanoClock clock = NanoClock.SYSTEM;
    Endpoint endpoint =
        Endpoint.of("http://127.0.0.1:" + rig.relay().port(), Dialect.named("chat")).over(http);
    return LlmClient.open(
        loop, endpoint, new ClientOptions(clock.nanoTime(), Timeouts.NONE, true, clock));
  }

  /// Sends a request and waits for the outcome as one word.
  private String ask(LlmClient client) throws Exception {
    CompletableFuture<String> done = new CompletableFuture<>();
    CallListener listener =
        new CallListener() {
          @Override
          public void ended(dev.goodput.wire.client.Exchange exchange) {
            done.complete(exchange.outcome().key() + exchange.chunks().count());
          }
        };
    loop.execute(() -> {
      Call _ = client.send(Bytes.of("{}"), true, listener);
    });
    return done.get(20, TimeUnit.SECONDS);
  }

  private HttpServer serve(HttpHandler handler) {
    return HttpServer.start(ServerOptions.plain("127.0.0.1", 0), loops, handler);
  }

  private static RelayRig to(String url, HttpVersion http) {
    return RelayRig.to(Upstream.of("u", url).over(http));
  }

  private static String url(HttpServer server) {
    return "http://127.0.0.1:" + server.port();
  }

  @ParameterizedTest
  @CsvSource({"ONE, TWO", "TWO, ONE", "TWO, TWO"})
  void handsStreamsOnAsTheyAre(HttpVersion requested, HttpVersion upstream) throws Exception {
    HttpHandler handler =
        (_, response) -> {
          response.head(200, List.of());
          response.body(Bytes.of(DELTA));
          response.body(Bytes.of(DELTA + DELTA));
          response.body(Bytes.of(DONE));
          response.end();
        };
    try (HttpServer server = serve(handler);
        RelayRig rig = to(url(server), upstream);
        LlmClient client = client(rig, requested)) {
      for (int i = 0; i < 3; i++) {
        assertThat(ask(client)).isEqualTo("ok3");
        RelayRig.Seen seen = rig.over();
        assertThat(seen.answer.toString(UTF_8)).isEqualTo(DELTA + DELTA + DELTA + DONE);
        assertThat(seen.request.toString(UTF_8)).isEqualTo("{}");
        assertThat(seen.story.toString()).startsWith("u ").endsWith("Whole[byClose=false]");
      }
      assertThat(rig.relay().counts().of(RelayCounts.Event.UPSTREAM_CONNECTED)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @Tag("real")
  @CsvSource({"ONE, TWO", "TWO, ONE", "TWO, TWO"})
  void changesNoByteOfWhatCurlSendsAndGets(
      HttpVersion requested, HttpVersion upstream, @TempDir Path directory) throws Exception {
    assumeTrue(Curl.installed(), Curl.MISSING);
    byte[] body = new byte[LARGE];
    new Random(SEED).nextBytes(body);
    Path file = Files.write(directory.resolve("body"), body);
    Path back = directory.resolve("back");
    HttpHandler echo = (request, response) -> response.send(200, List.of(), request.body());
    try (HttpServer server = serve(echo);
        RelayRig rig = to(url(server), upstream)) {
      String version = requested == HttpVersion.TWO ? "--http2-prior-knowledge" : "--http1.1";
      for (String framing : List.of("content-type: a/b", "transfer-encoding: chunked")) {
        boolean chunked = framing.startsWith("transfer") && requested == HttpVersion.ONE;
        String message =
            Curl.run(
                List.of(
                    version,
                    "--data-binary",
                    "@" + file,
                    "-o",
                    back.toString(),
                    "-H",
                    chunked ? framing : "content-type: a/b"),
                "http://127.0.0.1:" + rig.relay().port() + "/v1/x");
        assertThat(message).as("seed %d", SEED).isEqualTo("exit 0");
        assertThat(Files.readAllBytes(back)).as("seed %d", SEED).isEqualTo(body);
      }
    }
  }

  @ParameterizedTest
  @Tag("real")
  @CsvSource({"ONE, ONE", "ONE, TWO", "TWO, ONE", "TWO, TWO"})
  void tellsAClientThatWaitsToGoOn(HttpVersion requested, HttpVersion upstream) throws Exception {
    assumeTrue(Curl.installed(), Curl.MISSING);
    HttpHandler echo = (request, response) -> response.send(200, List.of(), request.body());
    try (HttpServer server = serve(echo);
        RelayRig rig = to(url(server), upstream)) {
      String version = requested == HttpVersion.TWO ? "--http2-prior-knowledge" : "--http1.1";
      List<String> waits =
          List.of(
              version,
              "-v",
              "-H",
              "expect: 100-continue",
              "--expect100-timeout",
              "15",
              "-d",
              "\"hi\"");
      String message = Curl.run(waits, "http://127.0.0.1:" + rig.relay().port() + "/v1/x");
      assertThat(message)
          .containsPattern("< HTTP/(1\\.1|2) 100")
          .contains("\"hi\"")
          .endsWith("exit 0");
    }
  }

  @Test
  void handsTrailersOnAsTheyAre() throws Exception {
    try (FrameServer server =
            FrameServer.start(
                100,
                (stream, _) -> {
                  stream.events().data("data: 1\n\n");
                  stream.trailers("x-cost", "7");
                });
        RelayRig rig = to(server.url(), HttpVersion.TWO);
        RawSocket client = rig.common(RelayRig.POST)) {
      assertThat(client.readUntil("x-cost: 7\r\n\r\n"))
          .contains("transfer-encoding: chunked")
          .endsWith("9\r\ndata: 1\n\n\r\n0\r\nx-cost: 7\r\n\r\n");
    }
  }

  @Test
  @Tag("fault")
  void saysThatAnUpstreamIsNotThereOrSpeaksAnother() throws Exception {
    try (RelayRig rig = to("http://127.0.0.1:" + RawServer.deadPort(), HttpVersion.TWO);
        LlmClient client = client(rig, HttpVersion.TWO)) {
      assertThat(ask(client)).isEqualTo("http_error0");
      assertThat(rig.over().story.toString()).contains("status=502");
    }
    try (RawServer one = RawServer.start((line, _, _) -> line.json(400, "{}"));
        RelayRig rig = to(one.url(), HttpVersion.TWO);
        LlmClient client = client(rig, HttpVersion.TWO)) {
      assertThat(ask(client)).isEqualTo("http_error0");
      assertThat(rig.over().story.toString()).contains("does not speak HTTP/2");
    }
  }

  @Test
  void tellsOfStreamsThatItBreaksOffWhenItCloses() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    try (FrameServer server =
            FrameServer.start(
                100,
                (stream, _) -> {
                  stream.events().data(DELTA);
                  begun.countDown();
                  var _ = closed.await(20, TimeUnit.SECONDS);
                });
        RelayRig rig = to(server.url(), HttpVersion.TWO);
        LlmClient client = client(rig, HttpVersion.TWO)) {
      loop.execute(() -> {
        Call _ = client.send(Bytes.of("{}"), true, _ -> {});
      });
      assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
      rig.relay().close();
      assertThat(rig.over().story.toString()).endsWith("BrokenOff[]");
      closed.countDown();
    }
  }

  @Test
  void letsStreamsEndWhileItDrains() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch drained = new CountDownLatch(1);
    try (FrameServer server =
            FrameServer.start(
                100,
                (stream, _) -> {
                  stream.events().data(DELTA);
                  begun.countDown();
                  if (drained.await(10, TimeUnit.SECONDS)) {
                    stream.data(DELTA, DONE).end();
                  }
                });
        RelayRig rig = to(server.url(), HttpVersion.TWO);
        LlmClient client = client(rig, HttpVersion.TWO)) {
      CompletableFuture<String> requested =
          CompletableFuture.supplyAsync(() -> {
            try {
              return ask(client);
            } catch (Exception e) {
              throw new IllegalStateException(e);
            }
          });
      assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
      rig.relay().drain();
      drained.countDown();
      assertThat(requested.get(20, TimeUnit.SECONDS)).isEqualTo("ok2");
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
      while (rig.relay().counts().open() > 0 && System.nanoTime() < end) {
        Thread.onSpinWait();
      }
      assertThat(rig.relay().counts().open()).isZero();
    }
  }
}
