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

/// The addresses of one upstream: looked up when they are first asked for, and again, beside the
/// traffic, where they are older than half a minute. On a loop, but for the looking up.
final class Addresses {
  private static final Logger LOG = LoggerFactory.getLogger(Addresses.class);
  private static final long FRESH_NANOS = 30_000_000_000L;

  private final String host;
  private final int port;
  private final RelayLoop loop;
  private List<InetSocketAddress> known = List.of();
  private long askedAt;
  private boolean asking;
  private final Set<Wait> waiting = new LinkedHashSet<>();

  Addresses(URI url, RelayLoop loop) {
    this.host = BaseUrl.host(url);
    this.port = BaseUrl.port(url);
    this.loop = loop;
  }

  /// Hands the addresses over, none where the name is unknown: now where they are known, else once
  /// they were looked up. What is found after a limit is kept for whoever asks later.
  ///
  /// @param late told at the limit, in place of the addresses
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

  /// Once at a time, however many wait.
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
    // Where a name server is away for a while the old addresses may still be good.
    known = found.isEmpty() ? known : found;
    List<Wait> told = List.copyOf(waiting);
    waiting.clear();
    told.forEach(Wait::over);
  }

  /// Somebody who has not been told yet.
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

  /// That they were not found in time.
  IOException late() {
    return new IOException("no address for " + host + " in time");
  }

  /// The name they are of.
  String host() {
    return host;
  }
}
