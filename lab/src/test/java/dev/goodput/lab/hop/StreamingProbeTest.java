package dev.goodput.lab.hop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.hop.CheckFinding;
import dev.goodput.metrics.hop.CheckResult;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Header;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.server.HttpHandler;
import dev.goodput.wire.server.HttpServer;
import dev.goodput.wire.server.ServerOptions;
import dev.goodput.wire.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class StreamingProbeTest {
  private static final int GAP_NANOS = 10_000_000;
  private static final String EVENT =
      "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"four \"}}]}\n\n";

  private final EventLoops loops = EventLoops.start(1);

  @AfterEach
  void close() {
    loops.close();
  }

  private static HttpHandler streams(int events) {
    return streams(events, 1, true);
  }

  /// @param text which event has text, of every so many
  /// @param rest whether those without are written too
  private static HttpHandler streams(int events, int text, boolean rest) {
    return (_, response) -> {
      response.head(200, List.of(new Header("content-type", "text/event-stream")));
      next(response, events, text, rest);
    };
  }

  private static void next(ServerResponse response, int left, int text, boolean rest) {
    if (left == 0) {
      response.body("data: [DONE]\n\n".getBytes(StandardCharsets.UTF_8));
      response.end();
      return;
    }
    String event = left % text == 0 ? EVENT : EVENT.replace("four ", "");
    if (left % text == 0 || rest) {
      response.body(event.getBytes(StandardCharsets.UTF_8));
    }
    long then = NanoClock.SYSTEM.nanoTime() + GAP_NANOS;
    var _ = response.loop().at(then, () -> next(response, left - 1, text, rest));
  }

  private static HttpHandler says(int status, String body) {
    return (_, response) -> response.send(status, List.of(), body.getBytes(StandardCharsets.UTF_8));
  }

  private CheckFinding look(HttpHandler direct, HttpHandler via) {
    Dialect chat = Dialect.named("chat");
    try (HttpServer one = serve(direct);
        HttpServer other = serve(via)) {
      return StreamingProbe.of(
          new ProbeTools(
              Endpoint.of("http://127.0.0.1:" + one.port(), chat),
              Endpoint.of("http://127.0.0.1:" + other.port(), chat),
              "m",
              "m",
              NanoClock.SYSTEM));
    }
  }

  private HttpServer serve(HttpHandler handler) {
    return HttpServer.start(ServerOptions.plain("127.0.0.1", 0), loops, handler);
  }

  @Test
  void doesNotTreatARefusalAsBuffering() {
    CheckFinding found = look(streams(20), says(429, "{\"error\":{\"message\":\"slow down\"}}"));
    assertThat(found.rating()).isEqualTo(CheckResult.UNKNOWN);
    assertThat(found.message()).contains("through the proxy: status 429");
  }

  @Test
  void doesNotTreatAShorterResponseAsBuffering() {
    CheckFinding found = look(streams(60), streams(20));
    assertThat(found.rating()).as(found.message()).isEqualTo(CheckResult.KEPT);
  }

  @Test
  void detectsBufferingOfAShorterResponse() {
    CheckFinding found = look(streams(60), says(200, EVENT.repeat(30) + "data: [DONE]\n\n"));
    assertThat(found.rating()).as(found.message()).isEqualTo(CheckResult.BROKEN);
    assertThat(found.message()).contains("1 read instead of", "holds the response back");
  }

  @Test
  void countsEventsWithoutText() {
    CheckFinding found = look(streams(60, 3, true), streams(60, 3, false));
    assertThat(found.rating()).as(found.message()).isEqualTo(CheckResult.KEPT);
    assertThat(found.figures()).containsEntry("direct_steps", 20.0);
  }
}
