package dev.goodput.wire.client;

import dev.goodput.testing.Bytes;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.Transport;
import dev.goodput.wire.dialect.Dialect;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A client on its own loop, called from a test's thread.
public final class ClientRig implements AutoCloseable {
  private final EventLoops loops;
  private final Loop loop;
  private final LlmClient client;

  ClientRig(Endpoint endpoint, Timeouts timeouts) {
    this(endpoint, options(timeouts, true), Transport.preferred());
  }

  ClientRig(Endpoint endpoint, ClientOptions options, Transport transport) {
    loops = EventLoops.start(1, transport);
    loop = loops.loops().getFirst();
    client = LlmClient.open(loop, endpoint, options);
  }

  /// Creates a rig with or without kept texts. Without them, most of a stream takes the fast path.
  static ClientRig of(String url, Timeouts timeouts, boolean keepsText) {
    return of(url, timeouts, keepsText, Transport.preferred());
  }

  static ClientRig of(String url, Timeouts timeouts, boolean keepsText, Transport transport) {
    return new ClientRig(endpoint(url), options(timeouts, keepsText), transport);
  }

  private static ClientOptions options(Timeouts timeouts, boolean keepsText) {
    NanoClock clock = NanoClock.SYSTEM;
    return new ClientOptions(clock.nanoTime(), timeouts, keepsText, clock);
  }

  /// Creates a rig without time limits.
  public static ClientRig of(String url) {
    return new ClientRig(endpoint(url), Timeouts.NONE);
  }

  /// Returns a plain endpoint.
  public static Endpoint endpoint(String url) {
    return Endpoint.of(url, Dialect.named("chat"));
  }

  Loop loop() {
    return loop;
  }

  LlmClient client() {
    return client;
  }

  /// Sends a request and waits for its end.
  Exchange ask() throws Exception {
    return start().get(10, TimeUnit.SECONDS);
  }

  /// Sends a request; the future completes on the loop.
  public CompletableFuture<Exchange> start() {
    return start((_, _) -> {});
  }

  /// A test's reaction to content, on the loop.
  @FunctionalInterface
  interface Reader {
    void content(Call call, int events);
  }

  /// Sends a request; the reader is called once for each content event.
  CompletableFuture<Exchange> start(Reader reader) {
    return start("{}", reader);
  }

  /// Sends a request with a body and waits for its end.
  Exchange ask(String body) throws Exception {
    return start(body, (_, _) -> {}).get(10, TimeUnit.SECONDS);
  }

  private CompletableFuture<Exchange> start(String body, Reader reader) {
    Hearing hearing = new Hearing(reader);
    loop.execute(() -> hearing.call = client.send(Bytes.of(body), true, hearing));
    return hearing.done;
  }

  /// Compares the notifications with the log.
  private static final class Hearing implements CallListener {
    private final CompletableFuture<Exchange> done = new CompletableFuture<>();
    private final Reader reader;
    private @Nullable Call call;
    private int reported;

    Hearing(Reader reader) {
      this.reader = reader;
    }

    @Override
    public void content(int events) {
      reported += events;
      reader.content(Objects.requireNonNull(call), events);
    }

    @Override
    public void ended(Exchange exchange) {
      int logged = exchange.chunks().count();
      if (reported == logged) {
        done.complete(exchange);
      } else {
        done.completeExceptionally(
            new AssertionError("told of " + reported + " content events, logged " + logged));
      }
    }
  }

  /// Runs on the loop.
  <T> T onLoop(Supplier<T> task) throws Exception {
    return CompletableFuture.supplyAsync(task, loop::execute).get(10, TimeUnit.SECONDS);
  }

  /// Waits until the condition is true on the loop, for at most ten seconds.
  void await(BooleanSupplier condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (!onLoop(condition::getAsBoolean)) {
      if (System.nanoTime() > end) {
        throw new AssertionError("still not so after ten seconds");
      }
      Thread.onSpinWait();
    }
  }

  @Override
  public void close() {
    client.close();
    loops.close();
  }
}
