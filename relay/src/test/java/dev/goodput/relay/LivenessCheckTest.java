package dev.goodput.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.Bytes;
import dev.goodput.testing.FrameServer;
import dev.goodput.testing.RawServer;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.NettyLoop;
import dev.goodput.wire.dial.LivenessCheck;
import dev.goodput.wire.dial.LivenessCheck.Finding;
import io.netty.buffer.Unpooled;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Shared connections whose peer has vanished.
@Tag("fault")
final class LivenessCheckTest {
  private static final long SECOND = 1_000_000_000;

  private final LivenessCheck health = new LivenessCheck();
  private final AtomicLong clock = new AtomicLong();

  @Test
  void nobodyIsPingedWhoAnswersOrIsAskedNothing() {
    assertThat(health.at(9 * SECOND, 0)).isEqualTo(Finding.WELL);
    health.requested(10 * SECOND);
    assertThat(health.at(20 * SECOND, 11 * SECOND)).isEqualTo(Finding.WELL);
    assertThat(health.at(30 * SECOND, 11 * SECOND)).isEqualTo(Finding.WELL);
  }

  @Test
  void oneIsPingedOnceAndThenTakenForGone() {
    health.requested(10 * SECOND);
    health.requested(20 * SECOND);
    assertThat(health.at(10 * SECOND, 9 * SECOND)).isEqualTo(Finding.WELL);
    assertThat(health.at(12 * SECOND, 9 * SECOND)).isEqualTo(Finding.QUIET);
    assertThat(health.at(13 * SECOND, 9 * SECOND)).isEqualTo(Finding.WELL);
    assertThat(health.at(16 * SECOND, 9 * SECOND)).isEqualTo(Finding.GONE);
  }

  @Test
  void oneThatAnswersIsThereAndMayBeAskedAgain() {
    health.requested(10 * SECOND);
    assertThat(health.at(12 * SECOND, 9 * SECOND)).isEqualTo(Finding.QUIET);
    assertThat(health.at(40 * SECOND, 13 * SECOND)).isEqualTo(Finding.WELL);
    health.requested(50 * SECOND);
    assertThat(health.at(52 * SECOND, 13 * SECOND)).isEqualTo(Finding.QUIET);
  }

  @Test
  void noRequestWaitsBehindAConnectionThatIsDead() throws Exception {
    try (EventLoops loops = EventLoops.start(1);
        FrameServer server = FrameServer.start(9, (stream, _) -> stream.events().end())) {
      Upstream upstream = Upstream.of("u", server.url()).over(HttpVersion.TWO);
      NettyLoop netty = (NettyLoop) loops.loops().getFirst();
      RelayLoop loop =
          new RelayLoop(
              netty,
              clock::get,
              new RelayCounts(),
              RequestMemoryBudget.ofHeap(),
              LoopHeader.fresh());
      StillOutlet first = ask(loop, upstream);
      waitFor(() -> first.reported().endsWith("0\r\n\r\n"));
      server.deafen();
      clock.set(SECOND);
      ask(loop, upstream);
      waitFor(() -> server.requests() == 2);
      look(loop, upstream, 3 * SECOND);
      assertThat(server.wasPinged()).isTrue();
      look(loop, upstream, 8 * SECOND);

      StillOutlet third = ask(loop, upstream);
      waitFor(() -> third.reported().endsWith("0\r\n\r\n"));
      assertThat(server.accepted()).isEqualTo(2);
    }
  }

  /// A peer that was only suspended for a while is used as before.
  @Test
  void anUpstreamThatIsHeardAgainIsAskedAgainOnTheSameConnection() throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    FrameServer.Script script =
        (stream, _) -> {
          stream.events();
          if (RawServer.await(held)) {
            stream.end();
          }
        };
    try (EventLoops loops = EventLoops.start(1);
        FrameServer server = FrameServer.start(9, script)) {
      Upstream upstream = Upstream.of("u", server.url()).over(HttpVersion.TWO);
      NettyLoop netty = (NettyLoop) loops.loops().getFirst();
      RelayLoop loop =
          new RelayLoop(
              netty,
              clock::get,
              new RelayCounts(),
              RequestMemoryBudget.ofHeap(),
              LoopHeader.fresh());
      StillOutlet first = ask(loop, upstream);
      waitFor(() -> first.reported().contains("200"));
      server.deafen();
      clock.set(SECOND);
      ask(loop, upstream);
      waitFor(() -> server.requests() == 2);
      look(loop, upstream, 3 * SECOND);
      look(loop, upstream, 8 * SECOND);
      held.countDown();
      waitFor(() -> first.reported().endsWith("0\r\n\r\n"));
      look(loop, upstream, 9 * SECOND);

      ask(loop, upstream);
      waitFor(() -> server.requests() == 3);
      assertThat(server.accepted()).isEqualTo(1);
    }
  }

  private StillOutlet ask(RelayLoop loop, Upstream upstream) throws Exception {
    StillOutlet writer = new StillOutlet();
    Router router = (_, _) -> new Route.Forward(upstream, ExchangeListener.NONE);
    on(
        loop,
        () ->
            new ClientConnection(loop, RelayOptions.plain("127.0.0.1", 0), router, writer)
                .received(Unpooled.wrappedBuffer(Bytes.of(RelayRig.POST)), clock.get()));
    return writer;
  }

  private void look(RelayLoop loop, Upstream upstream, long at) throws Exception {
    clock.set(at);
    on(loop, () -> loop.pool(upstream).trim(at));
  }

  private static void on(RelayLoop loop, Runnable task) throws Exception {
    CompletableFuture.runAsync(task, loop.loop()::execute).get(30, TimeUnit.SECONDS);
  }

  private static void waitFor(BooleanSupplier done) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (!done.getAsBoolean() && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    assertThat(done.getAsBoolean()).isTrue();
  }
}
