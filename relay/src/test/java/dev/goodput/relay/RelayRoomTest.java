package dev.goodput.relay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.Bytes;
import dev.goodput.testing.RawServer;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.NettyLoop;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Requests that share the memory for buffered bodies.
@Tag("fault")
final class RelayRoomTest {
  private static final long SECOND = 1_000_000_000;
  private static final int ROOM = 10_000;

  private final AtomicLong clock = new AtomicLong();
  private final RequestMemoryBudget held = new RequestMemoryBudget(ROOM);
  private final RelayCounts counts = new RelayCounts();
  private final StringBuilder story = new StringBuilder();
  private EventLoops loops;
  private RelayLoop loop;

  /// Records what it sees.
  private final ExchangeListener listener =
      new ExchangeListener() {
        @Override
        public void requestBody(byte[] bytes, int from, int to) {
          story.append(to - from).append(" bytes ");
        }

        @Override
        public void ended(ExchangeOutcome ending, long nanos) {
          story.append(ending);
        }
      };

  private final Router byBody =
      (_, _) ->
          new Route.ByBody(
              16 << 20,
              _ -> new Route.Refuse(404, "none", "no route", ExchangeListener.NONE),
              body -> {
                story.append(new String(body, UTF_8).charAt(0)).append(": ");
                return new Route.Refuse(503, "too_many_requests", "no room", listener);
              });

  @BeforeEach
  void start() throws Exception {
    loops = EventLoops.start(1);
    NettyLoop netty = (NettyLoop) loops.loops().getFirst();
    loop =
        CompletableFuture.supplyAsync(
                () -> new RelayLoop(netty, clock::get, counts, held, LoopHeader.fresh()),
                netty::execute)
            .get(30, TimeUnit.SECONDS);
  }

  @AfterEach
  void stop() {
    loops.close();
  }

  /// A client, and what it was sent.
  private final class Client {
    final StillOutlet writer = new StillOutlet();
    final ClientConnection connection;

    Client(Router router) {
      RelayOptions options = RelayOptions.plain("127.0.0.1", 0);
      connection = new ClientConnection(loop, options, router, writer);
    }

    void sends(String text) {
      connection.received(Unpooled.wrappedBuffer(Bytes.of(text)), clock.get());
    }
  }

  private void on(Runnable task) throws Exception {
    CompletableFuture.runAsync(task, loop.loop()::execute).get(30, TimeUnit.SECONDS);
  }

  private static String post(int length) {
    return "POST / HTTP/1.1\r\nHost: g\r\nContent-Length: " + length + "\r\n\r\n";
  }

  @Test
  void aSmallOneGetsItThoughALargeOneHoldsNearlyAllOfIt() throws Exception {
    Client large = new Client(byBody);
    Client small = new Client(byBody);
    on(() -> {
      large.sends(post(20_000) + "a".repeat(9_000));
      small.sends(post(2_000) + "b".repeat(1_500));
      small.sends("b".repeat(500));
    });
    on(() -> assertThat(small.writer.reported()).startsWith("HTTP/1.1 404 "));
    assertThat(large.writer.reported()).startsWith("HTTP/1.1 503 ");
    assertThat(story).hasToString("a: 9000 bytes Refused[status=503, type=too_many_requests]");
    assertThat(counts.of(RelayCounts.Event.CROWDED_OUT)).isEqualTo(1);
    assertThat(counts.of(RelayCounts.Event.MALFORMED)).isZero();
    assertThat(counts.unfinished()).isZero();
    assertThat(held.now()).isZero();
  }

  @Test
  void oneThatHoldsAsMuchAsTheOtherIsRefusedItself() throws Exception {
    Client first = new Client(byBody);
    Client second = new Client(byBody);
    on(() -> {
      first.sends(post(20_000) + "a".repeat(6_000));
      second.sends(post(20_000) + "b".repeat(4_000));
      second.sends("b".repeat(2_000));
    });
    on(() -> assertThat(first.writer.reported()).isEmpty());
    assertThat(second.writer.reported()).startsWith("HTTP/1.1 503 ").contains("no room");
    assertThat(story).hasToString("b: 4000 bytes Refused[status=503, type=too_many_requests]");
    assertThat(counts.of(RelayCounts.Event.CROWDED_OUT)).isEqualTo(1);
    assertThat(held.now()).isEqualTo(6_000);
  }

  @Test
  void oneThatComesInPiecesOfOneByteTakesLittleMoreThanItIsLong() throws Exception {
    Client client = new Client(byBody);
    on(() -> {
      client.sends(post(5_000));
      for (int i = 1; i < 5_000; i++) {
        client.sends("a");
      }
    });
    assertThat(client.writer.reported()).isEmpty();
    assertThat(held.now()).isLessThan(2 * 5_000);
    on(() -> client.sends("a"));
    assertThat(client.writer.reported()).startsWith("HTTP/1.1 404 ");
  }

  /// A request whose bytes were already sent to its upstream loses only the copy for another
  /// attempt.
  @Test
  void oneThatWasHandedOnIsAnsweredThoughItsCopyGoes() throws Exception {
    CountDownLatch answers = new CountDownLatch(1);
    RawServer.Script script =
        (line, _, _) -> {
          if (RawServer.await(answers)) {
            line.json(200, "ok");
          }
        };
    try (RawServer server = RawServer.start(script)) {
      Upstream upstream = Upstream.of("u", server.url());
      Route twice =
          new Route.Forward(List.of(upstream, upstream), true, true, ExchangeListener.NONE);
      Client kept = new Client((_, _) -> twice);
      Client small = new Client(byBody);
      on(() -> kept.sends(post(9_000) + "a".repeat(9_000)));
      waitFor(() -> server.requests().size() == 1);
      on(() -> {
        small.sends(post(2_000) + "b".repeat(1_500));
        small.sends("b".repeat(500));
      });
      on(() -> assertThat(small.writer.reported()).startsWith("HTTP/1.1 404 "));
      assertThat(held.now()).isZero();
      answers.countDown();
      waitFor(() -> kept.writer.reported().endsWith("ok"));
      assertThat(server.requests().getFirst()).endsWith("a".repeat(9_000));
      assertThat(counts.of(RelayCounts.Event.CROWDED_OUT)).isZero();
    }
  }

  @Test
  void oneThatIsHeldIsNotWaitedForForEver() throws Exception {
    Client slow = new Client(byBody);
    on(() -> slow.sends(post(2_000)));
    for (int i = 0; i < 20 && slow.writer.reported().isEmpty(); i++) {
      clock.addAndGet(50 * SECOND);
      on(() -> {
        slow.sends("a");
        if (slow.connection.deadlineNanos() <= clock.get()) {
          slow.connection.overdue(clock.get());
        }
      });
    }
    assertThat(slow.writer.reported()).startsWith("HTTP/1.1 408 ");
    assertThat(clock.get()).isEqualTo(600 * SECOND);
    assertThat(held.now()).isZero();
  }

  private static void waitFor(BooleanSupplier done) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (!done.getAsBoolean() && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    assertThat(done.getAsBoolean()).isTrue();
  }
}
