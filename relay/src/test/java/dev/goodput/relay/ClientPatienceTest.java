package dev.goodput.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.Bytes;
import dev.goodput.testing.RawServer;
import dev.goodput.wire.EventLoops;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// How long a client may take to read a response: as long as it reads something.
final class ClientPatienceTest {
  private static final String CHUNKED =
      "POST / HTTP/1.1\r\nHost: g\r\nTransfer-Encoding: chunked\r\n\r\n";

  private static final Router NOWHERE =
      (_, _) -> new Route.Refuse(404, "none", "no route", ExchangeListener.NONE);

  private final AtomicLong clock = new AtomicLong();
  private final StillOutlet writer = new StillOutlet();

  @Test
  void whoTakesItsAnswerSlowlyGetsAllOfIt() throws Exception {
    StillOutlet.onLoop(
        NOWHERE,
        writer,
        clock,
        connection -> {
          writer.pending = 3_000;
          connection.received(Unpooled.wrappedBuffer(Bytes.of(RelayRig.POST)), clock.get());
          for (long left : List.of(2_000, 1_000)) {
            writer.pending = left;
            passes(connection);
            assertThat(writer.closed).isFalse();
          }
          passes(connection);
          assertThat(writer.closed).isTrue();
        });
  }

  @Test
  void whoAsksNothingMoreIsNotWaitedForTwice() throws Exception {
    StillOutlet.onLoop(
        NOWHERE,
        writer,
        clock,
        connection -> {
          connection.received(Unpooled.wrappedBuffer(Bytes.of(RelayRig.POST)), clock.get());
          passes(connection);
          assertThat(writer.closed).isTrue();
        });
  }

  /// A line end now and then does not start a request.
  @Test
  void whoSendsLineEndsAloneIsAsIdleAsBefore() throws Exception {
    StillOutlet.onLoop(
        NOWHERE,
        writer,
        clock,
        connection -> {
          long until = connection.deadlineNanos();
          clock.set(until / 2);
          connection.received(Unpooled.wrappedBuffer(Bytes.of("\r\n")), clock.get());
          assertThat(connection.deadlineNanos()).isEqualTo(until);
        });
  }

  @Test
  void whoDrainsWaitsForWhatAClientIsStillToTake() throws Exception {
    StillOutlet.onLoop(
        NOWHERE,
        writer,
        clock,
        connection -> {
          writer.pending = 3_000;
          connection.received(Unpooled.wrappedBuffer(Bytes.of(RelayRig.POST)), clock.get());
          assertThat(writer.counts.exchanges()).isZero();
          assertThat(writer.counts.unfinished())
              .as("its answer closes the connection")
              .isEqualTo(1);
          connection.drain();
          assertThat(writer.finished).isTrue();
          assertThat(writer.closed).isFalse();
          connection.gone();
          assertThat(writer.counts.unfinished()).isZero();
        });
  }

  @Test
  void aConnectionThatWaitsForItsNextRequestIsFinishedAndNotCutOff() throws Exception {
    StillOutlet.onLoop(
        NOWHERE,
        writer,
        clock,
        connection -> {
          writer.pending = 3_000;
          connection.drain();
          assertThat(writer.counts.unfinished()).isEqualTo(1);
          assertThat(writer.finished).isTrue();
          assertThat(writer.closed).isFalse();
        });
  }

  /// A drain waits for a refused client, too.
  @Test
  void whoIsRefusedIsStillToTakeThat() throws Exception {
    writer.onSend = () -> assertThat(writer.counts.unfinished()).isEqualTo(1);
    Router byBody =
        (_, _) -> new Route.ByBody(9, _ -> RequestBuffer.NO_ROOM, _ -> RequestBuffer.NO_ROOM);
    StillOutlet.onLoop(
        byBody,
        writer,
        clock,
        connection -> {
          writer.pending = 3_000;
          connection.received(Unpooled.wrappedBuffer(Bytes.of(CHUNKED + "zz\r\n")), clock.get());
          assertThat(writer.reported()).startsWith("HTTP/1.1 400 ");
          assertThat(writer.counts.unfinished()).isEqualTo(1);
        });
  }

  @Test
  void whoIsRefusedInMidAnswerAndTakesNothingIsShownOut() throws Exception {
    try (EventLoops loops = EventLoops.start(1);
        RawServer server = RawServer.start((line, _, _) -> answers(line))) {
      Upstream upstream = Upstream.of("u", server.url());
      Router router = (_, _) -> new Route.Forward(upstream, ExchangeListener.NONE);
      CompletableFuture<ClientConnection> made = new CompletableFuture<>();
      CountDownLatch begun = new CountDownLatch(1);
      writer.onSend = begun::countDown;
      StillOutlet.onLoop(loops, router, writer, clock, made::complete);
      ClientConnection connection = made.get();
      on(loops, () -> connection.received(Unpooled.wrappedBuffer(Bytes.of(CHUNKED)), 0));
      assertThat(RawServer.await(begun)).isTrue();
      on(
          loops,
          () -> {
            writer.reading = false;
            writer.pending = 3_000;
            connection.received(Unpooled.wrappedBuffer(Bytes.of("zz\r\n")), clock.get());
            assertThat(writer.counts.unfinished()).isEqualTo(1);
            passes(connection);
          });
      assertThat(writer.closed).isTrue();
    }
  }

  private static void answers(RawServer.Line line) throws IOException, InterruptedException {
    line.print("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab");
    line.silence();
  }

  private static void on(EventLoops loops, Runnable task) throws Exception {
    CompletableFuture.runAsync(task, loops.loops().getFirst()::execute).get(30, TimeUnit.SECONDS);
  }

  private void passes(ClientConnection connection) {
    clock.set(connection.deadlineNanos());
    connection.overdue(clock.get());
  }
}
