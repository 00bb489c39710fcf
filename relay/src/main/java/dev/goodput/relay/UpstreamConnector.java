package dev.goodput.relay;

import dev.goodput.wire.NanoClock;
import dev.goodput.wire.ReadStamp;
import dev.goodput.wire.Timer;
import dev.goodput.wire.dial.ConnectionErrors;
import dev.goodput.wire.dial.ConnectionMaker;
import dev.goodput.wire.dial.ConnectionWaiter;
import dev.goodput.wire.dial.Destination;
import dev.goodput.wire.dial.Dialer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A maker of connections to one upstream.
final class UpstreamConnector implements ConnectionMaker<UpstreamConnection> {
  private final Upstream upstream;
  private final RelayLoop loop;
  private final UpstreamPool pool;
  private final Dialer<UpstreamConnection> dialer;
  private final AddressResolver addresses;

  UpstreamConnector(Upstream upstream, RelayLoop loop, UpstreamPool pool) {
    this.upstream = upstream;
    this.loop = loop;
    this.pool = pool;
    this.dialer = new Dialer<>(loop.loop(), upstream.destination(), loop::now, this);
    this.addresses = new AddressResolver(upstream.destination(), loop, dialer);
  }

  /// Opens a connection for a waiter. The connect timeout covers everything from the name lookup
  /// on.
  void dial(ConnectionWaiter<UpstreamConnection> waiter) {
    long limit = upstream.connectNanos();
    long until = limit == 0 ? Dialer.NO_LIMIT : NanoClock.SYSTEM.nanoTime() + limit;
    Dialer<UpstreamConnection>.Attempt attempt = dialer.attempt(waiter, until);
    addresses.within(limit, attempt::start, () -> attempt.fail(addresses.late()));
  }

  @Override
  public UpstreamConnection make(@Nullable ReadStamp stamp) {
    return new UpstreamConnection(loop, pool, stamp);
  }

  @Override
  public void accepted() {
    loop.counts().add(RelayCounts.Event.UPSTREAM_CONNECTED);
  }

  @Override
  public void failed(Throwable cause) {
    if (ConnectionErrors.local(cause)) {
      loop.counts().add(RelayCounts.Event.UNABLE);
    } else if (cause instanceof RuntimeException fault) {
      loop.log(fault, upstream);
    }
  }

  /// The addresses of one upstream. They are looked up on first use and refreshed in the background
  /// once they are older than 30 seconds. Everything but the lookup runs on the loop.
  private static final class AddressResolver {
    private static final Logger LOG = LoggerFactory.getLogger(AddressResolver.class);
    private static final long FRESH_NANOS = 30_000_000_000L;

    private final Destination server;
    private final RelayLoop loop;
    private final Dialer<UpstreamConnection> dialer;
    private long requestNanos;
    private boolean common;
    private final Set<Wait> waiting = new LinkedHashSet<>();

    /// @param dialer receives the addresses
    AddressResolver(Destination server, RelayLoop loop, Dialer<UpstreamConnection> dialer) {
      this.server = server;
      this.loop = loop;
      this.dialer = dialer;
    }

    /// Runs a task when the dialer has the addresses: at once where they are known, otherwise after
    /// a lookup. It has none if the name is unknown. A result that arrives after the limit is kept
    /// for later callers.
    ///
    /// @param late called at the limit instead of `next`
    void within(long limitNanos, Runnable next, Runnable late) {
      if (!dialer.hasAddress()) {
        waiting.add(new Wait(limitNanos, next, late));
        ask();
        return;
      }
      next.run();
      if (loop.now() - requestNanos > FRESH_NANOS) {
        ask();
      }
    }

    /// One lookup runs at a time, however many callers wait.
    private void ask() {
      if (common) {
        return;
      }
      common = true;
      Thread.startVirtualThread(() -> {
        List<InetSocketAddress> found = server.lookUp();
        try {
          loop.loop().execute(() -> answered(found));
        } catch (RejectedExecutionException e) {
          LOG.debug("the addresses of {} come after the end: nobody waits for them", server.host());
        }
      });
    }

    private void answered(List<InetSocketAddress> found) {
      common = false;
      requestNanos = loop.now();

      // If the name server is unavailable for a while, the old addresses may still be good.
      if (!found.isEmpty()) {
        dialer.use(found);
      }
      List<Wait> waits = List.copyOf(waiting);
      waiting.clear();
      waits.forEach(Wait::over);
    }

    /// A caller that still waits for the addresses.
    private final class Wait {
      private final Runnable next;
      private final Timer limit;

      Wait(long limitNanos, Runnable next, Runnable late) {
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
        next.run();
      }
    }

    /// Returns the error for a lookup that took too long.
    IOException late() {
      return new IOException("no address for " + server.host() + " in time");
    }
  }
}
