package dev.goodput.relay;

import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.dial.ConnectionWaiter;
import dev.goodput.wire.dial.SharedConnection;
import dev.goodput.wire.dial.SharedConnections;
import dev.goodput.wire.http2.LinkOptions;
import java.util.List;

/// The exchanges of one loop with one upstream on shared HTTP/2 connections.
final class SharedExchanges implements SharedConnections.Owner<Exchange, UpstreamConnection> {
  /// How much an upstream may send on a stream before the client has taken it.
  private static final int STREAM_WINDOW = 256 << 10;

  /// Large, as for clients: streams whose clients do not read must not block the others.
  private static final int CONNECTION_WINDOW = 1 << 30;

  private static final int MAX_HEAD = 256 << 10;
  private static final int SCRATCH = 16 << 10;

  private final RelayLoop loop;
  private final UpstreamPool pool;
  private final UpstreamConnector connector;
  private final String scheme;
  private final byte[] scratch = new byte[SCRATCH];

  private SharedExchanges(
      RelayLoop loop, Upstream upstream, UpstreamPool pool, UpstreamConnector connector) {
    this.loop = loop;
    this.pool = pool;
    this.connector = connector;
    this.scheme = String.valueOf(upstream.url().getScheme());
  }

  /// Returns the connections to an upstream, none of them open yet.
  static SharedConnections<Exchange, UpstreamConnection> of(
      RelayLoop loop, Upstream upstream, UpstreamPool pool, UpstreamConnector connector) {
    return new SharedConnections<>(
        new SharedExchanges(loop, upstream, pool, connector),
        new SharedConnections.Settings(
            loop.loop(),
            loop::now,
            new LinkOptions(false, 0, STREAM_WINDOW, CONNECTION_WINDOW, MAX_HEAD, 0),
            upstream.http() != HttpVersion.TWO,
            upstream.connectNanos()));
  }

  @Override
  public void dial(ConnectionWaiter<UpstreamConnection> waiter) {
    connector.dial(waiter);
  }

  @Override
  public void waiting(Exchange exchange, Runnable onCancel) {
    exchange.connecting(onCancel);
  }

  @Override
  public void carry(
      Exchange exchange,
      SharedConnection<Exchange, UpstreamConnection> connection,
      boolean reused) {
    exchange.connected(new UpstreamStream(connection, scheme, scratch, loop), reused, loop.now());
  }

  @Override
  public void notConnected(Exchange exchange, Throwable cause) {
    exchange.notConnected(cause);
  }

  @Override
  public void fallBackToHttp1(UpstreamConnection connection, List<Exchange> waiting) {
    pool.fallBackToHttp1();
    waiting.getFirst().connected(connection);
    waiting.stream().skip(1).forEach(pool::acquire);
  }
}
