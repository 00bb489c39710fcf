package dev.goodput.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.Bytes;
import dev.goodput.testing.RawServer;
import dev.goodput.testing.RawSocket;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Tls;
import io.netty.buffer.Unpooled;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Exchanges that try another upstream.
@Tag("fault")
final class RelayAttemptsTest {
  private static final long HOUR = 3_600_000_000_000L;

  /// Nothing was written yet, so the rest of the body may come later.
  @Test
  void needNotHaveAllOfTheRequestWhereThereWasNoConnection() throws Exception {
    try (RawServer server = RawServer.start((line, _, _) -> line.json(200, "ok"));
        RelayRig rig = new RelayRig("http://127.0.0.1:" + RawServer.deadPort(), server.url());
        RawSocket client =
            rig.common("POST / HTTP/1.1\r\nHost: g\r\nContent-Length: 4\r\n\r\nab")) {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
      while (server.accepted() == 0 && System.nanoTime() < end) {
        Thread.onSpinWait();
      }
      client.send("cd");
      assertThat(client.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 200 ");
      assertThat(server.requests()).singleElement().asString().endsWith("\r\n\r\nabcd");
    }
  }

  @Test
  void haveTheWholeTimeForTheSecondUpstream() throws Exception {
    StillOutlet writer = new StillOutlet();
    AtomicReference<ClientConnection> connection = new AtomicReference<>();
    CompletableFuture<Long> deadline = new CompletableFuture<>();
    ExchangeListener listener =
        new ExchangeListener() {
          @Override
          public void attempt(Upstream upstream, long nanos) {
            if (upstream.name().equals("second")) {
              deadline.complete(Objects.requireNonNull(connection.get()).deadlineNanos());
            }
          }
        };
    try (EventLoops loops = EventLoops.start(1);
        RawServer server = RawServer.start((line, _, _) -> line.json(503, "{}"))) {
      List<Upstream> both = List.of(hasty("first", server.url()), hasty("second", server.url()));
      Router router = (_, _) -> new Route.Forward(both, true, true, listener);
      StillOutlet.onLoop(
          loops,
          router,
          writer,
          new AtomicLong(),
          made -> {
            connection.set(made);
            made.received(Unpooled.wrappedBuffer(Bytes.of(RelayRig.POST)), 0);
          });
      assertThat(deadline.get(10, TimeUnit.SECONDS)).isEqualTo(Long.MAX_VALUE);
    }
  }

  private static Upstream hasty(String name, String url) {
    return new Upstream(name, URI.create(url), Tls.SYSTEM, false, List.of(), HOUR, HOUR, 0);
  }
}
