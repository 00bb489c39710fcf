package dev.goodput.gateway.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.Outcome;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Header;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.ClientOptions;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.client.LlmClient;
import dev.goodput.wire.client.Timeouts;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.server.HttpHandler;
import dev.goodput.wire.server.ServerResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests that however a stream ends, it counts the same for the load generator, with and without
/// the gateway, and for the gateway.
@Tag("fault")
final class OutcomeClassifierTest {
  private final EventLoops loops = EventLoops.start(1);
  private final Loop loop = loops.loops().getFirst();

  @AfterEach
  void close() {
    loops.close();
  }

  private static String event(String word) {
    return switch (word) {
      case "role" -> chunk("{\"role\":\"assistant\",\"content\":\"\"}", "null");
      case "token" -> chunk("{\"content\":\"t\"}", "null");
      case "finish" -> chunk("{}", "\"stop\"");
      case "error" -> "data: {\"error\":{\"message\":\"it broke\"}}\n\n";
      case "junk" -> "data: junk\n\n";
      case "done" -> "data: [DONE]\n\n";
      default -> throw new IllegalArgumentException(word);
    };
  }

  private static String chunk(String delta, String finish) {
    return "data: {\"choices\":[{\"index\":0,\"delta\":%s,\"finish_reason\":%s}]}\n\n"
        .formatted(delta, finish);
  }

  private static HttpHandler says(String events, String ending) {
    return (_, response) -> {
      response.head(200, List.of(new Header("content-type", "text/event-stream")));
      for (String word : events.split(" ", -1)) {
        response.body(event(word).getBytes(StandardCharsets.UTF_8));
      }
      end(response, ending);
    };
  }

  private static void end(ServerResponse response, String ending) {
    switch (ending) {
      case "end" -> response.end();
      case "cut" -> response.cut();
      case "reset" -> response.abort();
      default -> throw new IllegalArgumentException(ending);
    }
  }

  private String requested(String url, HttpVersion http) throws Exception {
    Endpoint endpoint = Endpoint.of(url, Dialect.named("chat")).over(http);
    ClientOptions options = new ClientOptions(0, Timeouts.NONE, false, NanoClock.SYSTEM);
    try (LlmClient client = LlmClient.open(loop, endpoint, options)) {
      return Asking.answer(loop, client).outcome().key();
    }
  }

  private void agree(HttpHandler server, HttpVersion http, String outcome) throws Exception {
    boolean two = http == HttpVersion.TWO;
    try (GatewayRig rig = new GatewayRig(server, plan -> Asking.over(plan, two))) {
      assertThat(requested(rig.serverUrl(), http)).as("without the gateway").isEqualTo(outcome);
      // In HTTP/1.1, which can distinguish a cut from a reset.
      assertThat(requested(rig.at("").toString(), HttpVersion.ONE))
          .as("through it")
          .isEqualTo(outcome);
      assertThat(rig.passed().record().outcome().key()).as("the gateway").isEqualTo(outcome);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SSH-2.0-OpenSSH_9.2 sk-secret                      | not an HTTP response
          HTTP/1.1 200 OK/transfer-encoding: chunked, chunked | applies chunked more than once
          HTTP/1.1 200 OK/content-length: one                | is no length
          """)
  void keepsWhyAResponseIsNoHttp(String head, String why) throws Exception {
    byte[] bytes = (head.replaceFirst("OK/", "OK\r\n") + "\r\n\r\n").getBytes(UTF_8);
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        GatewayRig rig =
            new GatewayRig(
                (_, _) -> {}, _ -> GatewayRig.plan("http://127.0.0.1:" + server.getLocalPort()))) {
      Thread answers =
          Thread.ofVirtual()
              .start(() -> {
                try (Socket client = server.accept()) {
                  client.getInputStream().read();
                  client.getOutputStream().write(bytes);
                } catch (IOException e) {
                  // The gateway closes first.
                }
              });
      assertThat(requested(rig.at("").toString(), HttpVersion.ONE)).isEqualTo("http_error");
      Outcome outcome = rig.passed().record().outcome();
      assertThat(outcome).isInstanceOf(Outcome.Malformed.class);
      assertThat(outcome.detail()).contains(why).doesNotContain("sk-secret");
      answers.join();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "token finish,      cut,   ok",
    "token done,        cut,   ok",
    "token,             cut,   truncated",
    "role,              cut,   empty",
    "role finish,       cut,   empty",
    "role done,         cut,   empty",
    "token error,       cut,   error_event",
    "token junk,        cut,   malformed",
    "token finish,      end,   ok",
    "token,             end,   truncated",
    "role,              end,   empty",
    "role error,        end,   error_event",
    "token,             reset, reset",
    "token finish,      reset, reset",
    "role,              reset, reset"
  })
  void countsTheSameForTheClientAndTheGateway(String events, String ending, String outcome)
      throws Exception {
    agree(says(events, ending), HttpVersion.ONE, outcome);
    agree(says(events, ending), HttpVersion.TWO, outcome);
  }
}
