package dev.goodput.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.RawServer;
import dev.goodput.testing.RawSocket;
import dev.goodput.wire.EventLoops;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// The reuse of idle connections to an upstream, with a clock that stands still unless moved.
final class RelayKeepAliveTest {
  private static final long SECOND = 1_000_000_000;

  private final AtomicLong clock = new AtomicLong();

  private interface Check {
    void of(RawServer server, int port) throws Exception;
  }

  private void against(RawServer.Script script, Check check) throws Exception {
    against(1, script, check);
  }

  private void against(int threads, RawServer.Script script, Check check) throws Exception {
    try (RawServer server = RawServer.start(script);
        EventLoops loops = EventLoops.start(threads);
        Relay relay =
            Relay.start(
                RelayOptions.plain("127.0.0.1", 0),
                loops,
                (_, _) ->
                    new Route.Forward(
                        List.of(Upstream.of("u", server.url())),
                        false,
                        false,
                        ExchangeListener.NONE),
                clock::get)) {
      check.of(server, relay.port());
    }
  }

  private static String ask(int port) {
    try (RawSocket client = new RawSocket(port)) {
      client.send("GET / HTTP/1.1\r\nHost: g\r\nConnection: close\r\n\r\n");
      return client.readAll();
    }
  }

  private static RawServer.Script announcing(String keepAlive) {
    return (line, _, _) ->
        line.print(
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nKeep-Alive: " + keepAlive + "\r\n\r\nok");
  }

  @Test
  void noneIsUsedForAsLongAsItsServerAnnounces() throws Exception {
    against(
        announcing("timeout=5"),
        (server, port) -> {
          assertThat(ask(port)).endsWith("ok");
          clock.addAndGet(4 * SECOND - 1);
          assertThat(ask(port)).endsWith("ok");
          assertThat(server.accepted()).isEqualTo(1);
          clock.addAndGet(4 * SECOND);
          assertThat(ask(port)).endsWith("ok");
          assertThat(server.accepted()).isEqualTo(2);
        });
  }

  @Test
  void noneIsUsedBehindTheLastRequestThatItsServerTakes() throws Exception {
    against(
        announcing("timeout=5, max=0"),
        (server, port) -> {
          assertThat(ask(port)).endsWith("ok");
          assertThat(ask(port)).endsWith("ok");
          assertThat(server.accepted()).isEqualTo(2);
        });
  }

  /// The server does not announce how long it waits, and resets what arrives after half a second.
  @Test
  void oneRequestFindsOutHowLongTheServerWaits() throws Exception {
    against(
        (line, _, number) -> {
          if (number == 1) {
            line.reset();
          } else {
            line.json(200, "ok");
          }
        },
        (server, port) -> {
          assertThat(ask(port)).endsWith("ok");
          clock.addAndGet(SECOND / 2);
          assertThat(ask(port)).startsWith("HTTP/1.1 502 ").contains("upstream u");
          for (int more = 0; more < 3; more++) {
            clock.addAndGet(SECOND / 2);
            assertThat(ask(port)).endsWith("ok");
          }
          assertThat(server.accepted()).isEqualTo(4);
        });
  }

  /// Like the test above, with an idle connection on each of two event loops.
  @Test
  void whatOneLoopFindsOutAllLoopsKnow() throws Exception {
    against(
        2,
        (line, _, number) -> {
          if (number == 2) {
            line.reset();
          } else {
            line.json(200, "ok");
          }
        },
        (server, port) -> {
          assertThat(ask(port)).endsWith("ok");
          assertThat(ask(port)).endsWith("ok");
          assertThat(server.accepted()).isEqualTo(2);
          clock.addAndGet(SECOND / 2);
          assertThat(ask(port)).startsWith("HTTP/1.1 502 ");
          assertThat(ask(port)).endsWith("ok");
          assertThat(server.accepted()).isEqualTo(3);
        });
  }
}
