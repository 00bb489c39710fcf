package dev.goodput.wire.client;

import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.Transport;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.testing.Bytes;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// A client on a loop of its own, asked from a test's thread.
final class ClientRig implements AutoCloseable {
  private final EventLoops loops;
  private final Loop loop;
  private final LlmClient client;

  ClientRig(Endpoint endpoint, Timeouts timeouts) {
    this(endpoint, timeouts, Transport.preferred());
  }

  ClientRig(Endpoint endpoint, Timeouts timeouts, Transport transport) {
    this(endpoint, timeouts, transport, NanoClock.SYSTEM);
  }

  ClientRig(Endpoint endpoint, Timeouts timeouts, Transport transport, NanoClock clock) {
    loops = EventLoops.start(1, transport);
    loop = loops.loops().getFirst();
    client =
        LlmClient.open(loop, endpoint, new ClientOptions(clock.nanoTime(), timeouts, true, clock));
  }

  static ClientRig of(String url) {
    return new ClientRig(endpoint(url), Timeouts.NONE);
  }

  static Endpoint endpoint(String url) {
    return Endpoint.of(url, Dialect.named("chat"));
  }

  Loop loop() {
    return loop;
  }

  LlmClient client() {
    return client;
  }

  /// Asks and waits for the end.
  Exchange ask() throws Exception {
    return start().get(10, TimeUnit.SECONDS);
  }

  /// Asks; the future is done on the loop.
  CompletableFuture<Exchange> start() {
    CompletableFuture<Exchange> done = new CompletableFuture<>();
    loop.execute(() -> client.send(Bytes.of("{}"), true, done::complete));
    return done;
  }

  /// Runs on the loop.
  <T> T onLoop(Supplier<T> task) throws Exception {
    return CompletableFuture.supplyAsync(task, loop::execute).get(10, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    client.close();
    loops.close();
  }
}
