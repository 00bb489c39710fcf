package dev.goodput.relay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.Bytes;
import dev.goodput.testing.RawServer;
import dev.goodput.testing.RawSocket;
import io.netty.buffer.Unpooled;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Requests that are routed by their body.
final class RelayByBodyTest {
  private static final int MAX = 16 << 20;
  private static final String CHUNK = "40\r\n" + "x".repeat(64) + "\r\n";

  private final StillOutlet writer = new StillOutlet();
  private final AtomicReference<String> shown = new AtomicReference<>("");

  /// Shows the body and forwards nothing.
  private final Router router =
      (_, _) ->
          new Route.ByBody(
              MAX,
              body -> {
                shown.set(new String(body, UTF_8));
                return new Route.Refuse(404, "none", "no route", ExchangeListener.NONE);
              },
              _ -> RequestBuffer.NO_ROOM);

  private void with(Consumer<ClientConnection> test) throws Exception {
    StillOutlet.onLoop(router, writer, new AtomicLong(), test);
  }

  private static void takes(ClientConnection connection, String text) {
    connection.received(Unpooled.wrappedBuffer(Bytes.of(text)), 0);
  }

  private static String post(String field) {
    return "POST / HTTP/1.1\r\nHost: g\r\n" + field + "\r\n\r\n";
  }

  @Test
  void areShownWithoutTheirFraming() throws Exception {
    with(connection -> {
      takes(connection, post("Transfer-Encoding: chunked") + "3;a=b\r\nab");
      takes(connection, "c\r\n1\r\nd\r\n0\r\nX-Sum: 1\r\n\r\n");
    });
    assertThat(shown).hasValue("abcd");
    assertThat(writer.reported()).startsWith("HTTP/1.1 404 ");
    assertThat(writer.held.now()).isZero();
  }

  /// Small chunks reach the limit by their framing, long before their payload does.
  @Test
  void areShownAsFarAsTheyCameWhereTheyAreTooLong() throws Exception {
    with(connection -> {
      takes(connection, post("Transfer-Encoding: chunked"));
      String some = CHUNK.repeat(1_000);
      for (int sent = 0; sent <= MAX; sent += some.length()) {
        takes(connection, some);
      }
      assertThat(writer.reported()).startsWith("HTTP/1.1 404 ");
    });
    assertThat(shown.get()).matches("x{12000000,}");
    assertThat(writer.held.now()).isZero();
  }

  @Test
  void areRefusedWhereAllThatWaitIsTooMuch() throws Exception {
    writer.held = new RequestMemoryBudget(1_000);
    with(connection -> {
      takes(connection, post("Content-Length: 2000") + "x".repeat(900));
      assertThat(writer.reported()).isEmpty();
      takes(connection, "x".repeat(900));
    });
    assertThat(writer.reported())
        .startsWith("HTTP/1.1 503 ")
        .contains("Retry-After: 1\r\n", "\"too_many_requests\"");
    assertThat(writer.held.now()).isZero();
  }

  /// Otherwise a client that waits for `100 Continue` and a relay that waits for the body would
  /// wait for each other.
  @Test
  void areAskedForWhereTheirClientWaits() throws Exception {
    try (RawServer server = RawServer.start((line, _, _) -> line.json(200, "ok"))) {
      Upstream upstream = Upstream.of("u", server.url());
      Router ours =
          (_, _) ->
              new Route.ByBody(
                  MAX,
                  _ -> new Route.Forward(upstream, ExchangeListener.NONE),
                  _ -> RequestBuffer.NO_ROOM);
      try (RelayRig rig = new RelayRig(ours);
          RawSocket client = rig.common(post("Expect: 100-Continue\r\nContent-Length: 2"))) {
        assertThat(client.readUntil("\r\n\r\n")).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
        client.send("{}");
        assertThat(client.readUntil("\r\n\r\nok")).startsWith("HTTP/1.1 200 ");
        assertThat(server.requests().getFirst()).doesNotContain("Expect").endsWith("{}");
      }
    }
  }

  @Test
  void areNotAskedForWhereTheirClientIsOfHttp10() throws Exception {
    with(connection ->
        takes(
            connection,
            "POST / HTTP/1.0\r\nHost: g\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"));
    assertThat(writer.reported()).isEmpty();
  }
}
