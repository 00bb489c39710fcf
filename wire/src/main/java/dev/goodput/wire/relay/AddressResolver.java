package dev.goodput.wire.relay;

import dev.goodput.wire.NanoClock;
import dev.goodput.wire.Timer;
import dev.goodput.wire.client.BaseUrl;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The addresses of one upstream. They are looked up on first use and refreshed in the background
/// once they are older than 30 seconds. Everything but the lookup runs on the loop.
final class AddressResolver {
  private static final Logger LOG = LoggerFactory.getLogger(AddressResolver.class);
  private static final long FRESH_NANOS = 30_000_000_000L;

  private final String host;
  private final int port;
  private final RelayLoop loop;
  private List<InetSocketAddress> known = List.of();
  private long askedAt;
  private boolean asking;
  private final Set<Wait> waiting = new LinkedHashSet<>();

  AddressResolver(URI url, RelayLoop loop) {
    this.host = BaseUrl.host(url);
    this.port = BaseUrl.port(url);
    this.loop = loop;
  }

  /// Passes on the addresses: at once where they are known, otherwise after a lookup. The list is
  /// empty if the name is unknown. A result that arrives after the limit is kept for later callers.
  ///
  /// @param late called at the limit instead of `next`
  void within(long limitNanos, Consumer<List<InetSocketAddress>> next, Runnable late) {
    if (known.isEmpty()) {
      waiting.add(new Wait(limitNanos, next, late));
      ask();
      return;
    }
    next.accept(known);
    if (loop.now() - askedAt > FRESH_NANOS) {
      ask();
    }
  }

  /// One lookup runs at a time, however many callers wait.
  private void ask() {
    if (asking) {
      return;
    }
    asking = true;
    Thread.startVirtualThread(() -> {
      List<InetSocketAddress> found = lookUp();
      try {
        loop.loop().execute(() -> answered(found));
      } catch (RejectedExecutionException e) {
        LOG.debug("the addresses of {} come after the end: nobody waits for them", host);
      }
    });
  }

  private void answered(List<InetSocketAddress> found) {
    asking = false;
    askedAt = loop.now();
    // If the name server is unavailable for a while, the old addresses may still be good.
    known = found.isEmpty() ? known : found;
    List<Wait> told = List.copyOf(waiting);
    waiting.clear();
    told.forEach(Wait::over);
  }

  /// A caller that still waits for the addresses.
  private final class Wait {
    private final Consumer<List<InetSocketAddress>> next;
    private final Timer limit;

    Wait(long limitNanos, Consumer<List<InetSocketAddress>> next, Runnable late) {
      this.next = next;
      limit =
          loop.loop()
              .at(
                  NanoClock.SYSTEM.nanoTime() + limitNanos,
                  () -> {
                    waiting.remove(this);
                    late.run();
                  });
    }

    private void over() {
      limit.cancel();
      next.accept(known);
    }
  }

  private List<InetSocketAddress> lookUp() {
    try {
      return Stream.of(InetAddress.getAllByName(host))
          .map(address -> new InetSocketAddress(address, port))
          .toList();
    } catch (UnknownHostException e) {
      return List.of();
    }
  }

  /// Returns the error for a lookup that took too long.
  IOException late() {
    return new IOException("no address for " + host + " in time");
  }

  /// Returns the host name that is looked up.
  String host() {
    return host;
  }
}
