package dev.goodput.wire.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.wire.EventLoops;
import dev.goodput.wire.NettyLoop;
import dev.goodput.wire.testing.Bytes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// How long a client may take over an answer: as long as it takes something.
final class ClientPatienceTest {
  private static final RelayOptions OPTIONS = RelayOptions.plain("127.0.0.1", 0);

  private final AtomicLong clock = new AtomicLong();
  private final SlowOutlet outlet = new SlowOutlet();

  @Test
  void whoTakesItsAnswerSlowlyGetsAllOfIt() throws Exception {
    onItsLoop(connection -> {
      outlet.pending = 3_000;
      connection.received(Unpooled.wrappedBuffer(Bytes.of(RelayRig.POST)), clock.get());
      for (long left : List.of(2_000, 1_000)) {
        outlet.pending = left;
        passes(connection);
        assertThat(outlet.closed).isFalse();
      }
      passes(connection);
      assertThat(outlet.closed).isTrue();
    });
  }

  @Test
  void whoAsksNothingMoreIsNotWaitedForTwice() throws Exception {
    onItsLoop(connection -> {
      connection.received(Unpooled.wrappedBuffer(Bytes.of(RelayRig.POST)), clock.get());
      passes(connection);
      assertThat(outlet.closed).isTrue();
    });
  }

  private void passes(ClientConnection connection) {
    clock.set(connection.deadlineNanos());
    connection.overdue(clock.get());
  }

  private void onItsLoop(java.util.function.Consumer<ClientConnection> test) throws Exception {
    try (EventLoops loops = EventLoops.start(1)) {
      NettyLoop netty = (NettyLoop) loops.loops().getFirst();
      Switchboard board = (_, _) -> new Route.Refuse(404, "none", "no route", Witness.NONE);
      var done = new java.util.concurrent.CompletableFuture<Void>();
      netty.execute(() -> {
        try {
          RelayLoop loop = new RelayLoop(netty, clock::get, new RelayCounts());
          test.accept(new ClientConnection(loop, OPTIONS, board, outlet));
          done.complete(null);
        } catch (Throwable e) {
          done.completeExceptionally(e);
        }
      });
      done.get(30, TimeUnit.SECONDS);
    }
  }

  /// A client that takes as much as the test says.
  private static final class SlowOutlet implements Outlet {
    private long pending;
    private boolean closed;

    @Override
    public void send(ByteBuf bytes) {}

    @Override
    public void send(byte[] head, ByteBuf bytes) {}

    @Override
    public void send(byte[] bytes) {}

    @Override
    public boolean writable() {
      return pending == 0;
    }

    @Override
    public long pendingBytes() {
      return pending;
    }

    @Override
    public void reads(boolean on) {}

    @Override
    public boolean reading() {
      return true;
    }

    @Override
    public boolean open() {
      return !closed;
    }

    @Override
    public void finish() {}

    @Override
    public void finishOutput() {}

    @Override
    public void reset() {}

    @Override
    public void close() {
      closed = true;
    }
  }
}
