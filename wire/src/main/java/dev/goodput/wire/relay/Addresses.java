package dev.goodput.wire.relay;

import dev.goodput.wire.NanoClock;
import dev.goodput.wire.Timer;
import dev.goodput.wire.client.BaseUrl;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
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
  private boolean asked;

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
    if (!known.isEmpty()) {
      next.accept(known);
      if (loop.now() - askedAt > FRESH_NANOS) {
        ask(() -> {});
      }
      return;
    }
    AtomicBoolean waits = new AtomicBoolean(true);
    Runnable atLimit =
        () -> {
          waits.set(false);
          late.run();
        };
    Timer limit = loop.loop().at(NanoClock.SYSTEM.nanoTime() + limitNanos, atLimit);
    ask(() -> {
      limit.cancel();
      if (waits.get()) {
        next.accept(known);
      }
    });
  }

  private void ask(Runnable after) {
    if (asking && asked) {
      loop.loop().execute(after);
      return;
    }
    asking = true;
    Thread.startVirtualThread(() -> {
      List<InetSocketAddress> found = lookUp();
      try {
        loop.loop().execute(() -> answered(found, after));
      } catch (RejectedExecutionException e) {
        LOG.debug("the addresses of {} come after the end: nobody waits for them", host);
      }
    });
  }

  private void answered(List<InetSocketAddress> found, Runnable after) {
    asking = false;
    asked = true;
    askedAt = loop.now();
    // Where a name server is away for a while the old addresses may still be good.
    known = found.isEmpty() ? known : found;
    after.run();
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
