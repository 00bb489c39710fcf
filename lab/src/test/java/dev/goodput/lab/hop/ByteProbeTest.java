package dev.goodput.lab.hop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.hop.CheckFinding;
import dev.goodput.metrics.hop.CheckResult;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Header;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.server.HttpServer;
import dev.goodput.wire.server.ServerOptions;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ByteProbeTest {
  /// What a server answers each time, `#` standing for a number that is another one each time.
  private static CheckFinding look(String answer) {
    AtomicInteger requested = new AtomicInteger(1);
    EventLoops loops = EventLoops.start(1);
    try (HttpServer server =
        HttpServer.start(
            ServerOptions.plain("127.0.0.1", 0),
            loops,
            (_, response) ->
                response.send(
                    200,
                    List.of(new Header("content-type", "text/event-stream")),
                    answer
                        .replace("#", Integer.toString(requested.getAndIncrement()))
                        .getBytes(StandardCharsets.UTF_8)))) {
      Endpoint endpoint = Endpoint.of("http://127.0.0.1:" + server.port(), Dialect.named("chat"));
      return ByteProbe.of(new ProbeTools(endpoint, endpoint, "m", "m", NanoClock.SYSTEM));
    } finally {
      loops.close();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"timings\":{\"cache_n\":#,\"prompt_n\":#,\"prompt_ms\":1#.38,\"prompt_per_second\":3#.1}",
        "\"total_duration\":4#,\"load_duration\":2#,\"eval_duration\":#0",
        "\"created_at\":\"2026-11-21T02:26:5#Z\",\"completed_at\":17#",
        "\"meta_info\":{\"id\":\"a#\",\"e2e_latency\":0.1#,\"queue_time\":1.#e-05}",
        "\"item_id\":\"msg_#\",\"response_id\":\"r#\\\"q\",\"id_slot\":-#",
        "\"usage\":{\"prompt_tokens_details\":{\"cached_tokens\":#}}"
      })
  void ignoresFieldsThatDifferBetweenResponses(String own) {
    CheckFinding found = look("data: {\"content\":\"spring\"," + own + "}\n\n");
    assertThat(found.rating()).as(found.message()).isEqualTo(CheckResult.KEPT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"content\":\"spring #\"",
        "\"completion_tokens\":#",
        "\"valid\":#",
        "\"void\":\"#\""
      })
  void keepsTheContent(String message) {
    assertThat(look("data: {" + message + "}\n\n").rating()).isEqualTo(CheckResult.UNKNOWN);
  }
}
