package dev.goodput.relay;

import dev.goodput.wire.EventLoops;
import dev.goodput.wire.NettyLoop;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// A client that takes as much as the test allows, and what it was sent.
final class StillOutlet implements ResponseWriter {
  private final Queue<String> reported = new ConcurrentLinkedQueue<>();
  long pending;
  boolean closed;
  boolean finished;
  boolean reading = true;
  RelayCounts counts = new RelayCounts();
  RequestMemoryBudget held = RequestMemoryBudget.ofHeap();
  Runnable onSend = () -> {};

  /// Runs a test of one connection on its loop.
  static void onLoop(
      Router router, StillOutlet writer, AtomicLong clock, Consumer<ClientConnection> test)
      throws Exception {
    try (EventLoops loops = EventLoops.start(1)) {
      onLoop(loops, router, writer, clock, test);
    }
  }

  /// Runs a test on the loop of a group that stays open afterwards.
  static void onLoop(
      EventLoops loops,
      Router router,
      StillOutlet writer,
      AtomicLong clock,
      Consumer<ClientConnection> test)
      throws Exception {
    NettyLoop netty = (NettyLoop) loops.loops().getFirst();
    RelayOptions options = RelayOptions.plain("127.0.0.1", 0);
    var done = new CompletableFuture<Void>();
    netty.execute(() -> {
      try {
        RelayLoop loop =
            new RelayLoop(netty, clock::get, writer.counts, writer.held, LoopHeader.fresh());
        test.accept(new ClientConnection(loop, options, router, writer));
        done.complete(null);
      } catch (Throwable e) {
        done.completeExceptionally(e);
      }
    });
    done.get(30, TimeUnit.SECONDS);
  }

  /// Returns everything that the client was sent so far.
  String reported() {
    return String.join("", reported);
  }

  private void record(String text) {
    reported.add(text);
    onSend.run();
  }

  @Override
  public void send(ByteBuf bytes) {
    record(bytes.toString(StandardCharsets.ISO_8859_1));
  }

  @Override
  public void send(byte[] head, ByteBuf bytes) {
    record(
        new String(head, StandardCharsets.ISO_8859_1)
            + bytes.toString(StandardCharsets.ISO_8859_1));
  }

  @Override
  public void send(byte[] bytes) {
    record(new String(bytes, StandardCharsets.ISO_8859_1));
  }

  @Override
  public boolean writable() {
    return pending == 0;
  }

  @Override
  public long pendingBytes() {
    return pending;
  }

  @Override
  public void reads(boolean on) {
    reading = on;
  }

  @Override
  public boolean reading() {
    return reading;
  }

  @Override
  public boolean open() {
    return !closed;
  }

  @Override
  public void finish() {
    finished = true;
  }

  @Override
  public void finishOutput() {
    finished = true;
  }

  @Override
  public void reset() {}

  @Override
  public void close() {
    closed = true;
  }
}
