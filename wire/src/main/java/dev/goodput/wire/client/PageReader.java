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

/// A reader that requests one page repeatedly, on a loop of its own that no load shares.
///
/// Each request uses a new connection, because some servers hold a thread for every open
/// connection. A page may have at most 16 MiB. After a failure the host's name is resolved again,
/// because a server that moved may leave an old address that refuses or does not respond. Belongs
/// to one thread.
public final class PageReader implements AutoCloseable {
  private static final long POLL_NANOS = 50_000_000;

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

  /// Opens a reader. Does not connect.
  ///
  /// @param limit time limit for a page, from connecting to the last byte
  /// @param originNanoTime time on `clock` that stamps are relative to
  public static PageReader open(
      PageAddress address, Duration limit, long originNanoTime, NanoClock clock) {
    Endpoint endpoint = endpoint(address);
    return new PageReader(
        endpoint, options(limit, originNanoTime, clock), RequestTemplate.page(endpoint));
  }

  /// Opens a reader that sends an empty POST instead of a GET, for endpoints that trigger an action
  /// (`POST /start_profile`). Does not connect.
  ///
  /// @param limit time limit for the response
  public static PageReader openPost(PageAddress address, Duration limit) {
    Endpoint endpoint = endpoint(address);
    return new PageReader(
        endpoint, options(limit, 0, NanoClock.SYSTEM), RequestTemplate.press(endpoint));
  }

  static ClientOptions options(Duration limit, long originNanoTime, NanoClock clock) {
    long most = limit.toNanos();
    return new ClientOptions(originNanoTime, new Timeouts(most, most, most, most), false, clock);
  }

  /// Returns the endpoint of a page. Its dialect does not matter.
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

  /// Requests the page and waits for it.
  ///
  /// @throws dev.goodput.wire.BadSettingException if a TLS file cannot be used
  public Page read() {
    RawBody body = new RawBody();
    return page(requested(body).join(), body);
  }

  /// Requests the page while it is still wanted. Empty if it no longer is.
  ///
  /// @param condition whether the page is still wanted; called regularly
  /// @throws dev.goodput.wire.BadSettingException if a TLS file cannot be used
  public Optional<Page> readWhile(BooleanSupplier condition) {
    RawBody body = new RawBody();
    CompletableFuture<Exchange> done = requested(body);
    while (!done.isDone() && condition.getAsBoolean()) {
      LockSupport.parkNanos(POLL_NANOS);
    }
    return done.isDone() ? Optional.of(page(done.join(), body)) : Optional.empty();
  }

  private CompletableFuture<Exchange> requested(RawBody body) {
    LlmClient common = client == null ? LlmClient.open(loop, endpoint, options) : client;
    client = common;
    return common.exchange(request, body);
  }

  private Page page(Exchange exchange, RawBody body) {
    // No events of a dialect is the expected outcome: the page is complete.
    if (exchange.outcome() instanceof Outcome.Empty) {
      return new Page.Text(exchange.sentNanos(), exchange.headersNanos(), body.text());
    }
    if (!(exchange.outcome() instanceof Outcome.HttpError)) {
      leave();
    }
    return new Page.None(exchange.endedNanos(), exchange.outcome());
  }

  /// Whether the next request uses the address that the server's name last resolved to.
  boolean hasResolvedAddress() {
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
