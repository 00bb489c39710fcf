package dev.goodput.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.Bytes;
import dev.goodput.testing.RawServer;
import dev.goodput.wire.EventLoops;
import io.netty.buffer.Unpooled;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// Requests that a client sends before it has received the earlier responses.
final class RelayPipeliningTest {
  private static final String NEXT =
      "POST /next HTTP/1.1\r\nHost: gateway\r\nContent-Length: 2\r\n\r\n{}";

  /// A read between the end of a response and the handling of what waited before it.
  @Test
  void areReadInTheOrderInWhichTheyCame() throws Exception {
    StillOutlet writer = new StillOutlet();
    CountDownLatch both = new CountDownLatch(2);
    RawServer.Script script =
        (line, _, _) -> {
          both.countDown();
          line.json(200, "ok");
        };
    try (EventLoops loops = EventLoops.start(1);
        RawServer server = RawServer.start(script)) {
      Upstream upstream = Upstream.of("u", server.url());
      Router router = (_, _) -> new Route.Forward(upstream, ExchangeListener.NONE);
      StillOutlet.onLoop(
          loops,
          router,
          writer,
          new AtomicLong(),
          connection -> {
            writer.onSend =
                () -> {
                  writer.onSend = () -> {};
                  loops.loops().getFirst().execute(() -> takes(connection, NEXT.substring(40)));
                };
            takes(connection, RelayRig.POST + NEXT.substring(0, 40));
          });
      assertThat(RawServer.await(both)).as("%s", writer.reported()).isTrue();
      assertThat(server.requests().getLast()).startsWith("POST /next ").endsWith("{}");
    }
  }

  private static void takes(ClientConnection connection, String text) {
    connection.received(Unpooled.wrappedBuffer(Bytes.of(text)), 0);
  }
}
