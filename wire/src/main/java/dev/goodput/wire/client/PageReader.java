package dev.goodput.wire.client;

import dev.goodput.record.Outcome;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.dialect.Dialect;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Reads one page again and again, on a loop of its own that no load shares.
///
/// Each time over a connection of its own: some servers hold a thread for every connection that is
/// open. A page is 16 MiB at most. Where nobody answered, the host's name is resolved anew for the
/// next time: a server that moved may leave an address that refuses, or one that says nothing.
/// Belongs to one thread.
public final class PageReader implements AutoCloseable {
  private static final long LOOK_NANOS = 50_000_000;

  private final EventLoops loops;
  private final Loop loop;
  private final Endpoint endpoint;
  private final ClientOptions options;
  private final Request request;
  private @Nullable LlmClient client;

  private PageReader(Endpoint endpoint, ClientOptions options, Request request) {
    this.endpoint = endpoint;
    this.options = options;
    this.request = request;
    this.loops = EventLoops.start(1);
    this.loop = loops.loops().getFirst();
  }

  /// Opens a reader; no connection is made.
  ///
  /// @param limit how long a page may take, its connection and its last byte included
  /// @param originNanoTime the moment on `clock` that stamps count from
  public static PageReader open(
      PageAddress address, Duration limit, long originNanoTime, NanoClock clock) {
    Endpoint endpoint = endpoint(address);
    return new PageReader(
        endpoint, options(limit, originNanoTime, clock), RequestHead.page(endpoint));
  }

  /// Opens a reader that does not ask for a page but sends nothing to it, as servers take it for
  /// the press of a switch (`POST /start_profile`); no connection is made.
  ///
  /// @param limit how long the answer may take
  public static PageReader pressing(PageAddress address, Duration limit) {
    Endpoint endpoint = endpoint(address);
    return new PageReader(
        endpoint, options(limit, 0, NanoClock.SYSTEM), RequestHead.press(endpoint));
  }

  static ClientOptions options(Duration limit, long originNanoTime, NanoClock clock) {
    long most = limit.toNanos();
    return new ClientOptions(originNanoTime, new Timeouts(most, most, most, most), false, clock);
  }

  /// A page is asked for and answered in no dialect: it has any.
  static Endpoint endpoint(PageAddress address) {
    return new Endpoint(
        address.url(),
        Dialect.named("chat"),
        address.headers(),
        address.apiKey(),
        address.tls(),
        true,
        List.of());
  }

  /// Asks for the page and waits for it.
  ///
  /// @throws dev.goodput.wire.BadSettingException where a TLS file is of no use
  public Page read() {
    RawBody body = new RawBody();
    return page(asked(body).join(), body);
  }

  /// The same, as long as somebody waits for it; empty where nobody does any more.
  ///
  /// @param waits asked now and then
  /// @throws dev.goodput.wire.BadSettingException where a TLS file is of no use
  public Optional<Page> readWhile(BooleanSupplier waits) {
    RawBody body = new RawBody();
    CompletableFuture<Exchange> done = asked(body);
    while (!done.isDone() && waits.getAsBoolean()) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    return done.isDone() ? Optional.of(page(done.join(), body)) : Optional.empty();
  }

  private CompletableFuture<Exchange> asked(RawBody body) {
    LlmClient asking = client == null ? LlmClient.open(loop, endpoint, options) : client;
    client = asking;
    CompletableFuture<Exchange> done = new CompletableFuture<>();
    loop.execute(() -> {
      try {
        LiveCall _ = asking.start(request, false, _ -> body, done::complete);
      } catch (RuntimeException e) {
        done.completeExceptionally(e);
      }
    });
    return done;
  }

  private Page page(Exchange exchange, RawBody body) {
    // No event of a dialect came, as is meant: the page is whole.
    if (exchange.outcome() instanceof Outcome.Empty) {
      return new Page.Text(exchange.sentNanos(), exchange.headersNanos(), body.text());
    }
    if (!(exchange.outcome() instanceof Outcome.HttpError)) {
      leave();
    }
    return new Page.None(exchange.endedNanos(), exchange.outcome());
  }

  /// Whether the next look goes to the address that the server's name had at the last one.
  boolean knowsTheWay() {
    return client != null;
  }

  private void leave() {
    LlmClient left = client;
    client = null;
    if (left != null) {
      left.close();
    }
  }

  /// Stops the loop.
  @Override
  public void close() {
    leave();
    loops.close();
  }
}
