package dev.goodput.relay;

import dev.goodput.wire.NanoClock;
import dev.goodput.wire.ReadStamp;
import dev.goodput.wire.dial.ConnectionErrors;
import dev.goodput.wire.dial.ConnectionMaker;
import dev.goodput.wire.dial.ConnectionWaiter;
import dev.goodput.wire.dial.Dialer;
import org.jspecify.annotations.Nullable;

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
    loop.counts().upstreamConnected();
  }

  @Override
  public void failed(Throwable cause) {
    if (ConnectionErrors.local(cause)) {
      loop.counts().localFailure();
    } else if (cause instanceof RuntimeException fault) {
      loop.log(fault, upstream);
    }
  }
}
