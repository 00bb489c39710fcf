package dev.goodput.wire.client;

import dev.goodput.wire.NettyLoop;
import dev.goodput.wire.ReadStamp;
import dev.goodput.wire.Transport;
import dev.goodput.wire.dial.ConnectionMaker;
import dev.goodput.wire.dial.ConnectionWaiter;
import dev.goodput.wire.dial.Dialer;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A maker of a client's connections.
final class Connector implements ConnectionMaker<Connection> {
  private final LlmClient client;
  private final NettyLoop loop;
  private final ReceiveBuffer buffer;
  private final Dialer<Connection> dialer;

  /// @param addresses addresses of the server, empty if its name is unknown
  Connector(
      LlmClient client,
      NettyLoop loop,
      Endpoint endpoint,
      List<InetSocketAddress> addresses,
      ReceiveBuffer buffer) {
    this.client = client;
    this.loop = loop;
    this.buffer = buffer;
    this.dialer = new Dialer<>(loop, endpoint.destination(), client::now, this);
    dialer.use(addresses);
  }

  /// Opens a connection for a waiter, which receives the connection, ready including TLS, or the
  /// reason why there is none. For HTTP/1.1 this never happens before this method returns. The
  /// waiter also gets a callback that abandons the attempt.
  void connect(ConnectionWaiter<Connection> waiter) {
    dialer.attempt(new Later(loop, waiter), Dialer.NO_LIMIT).start();
  }

  NettyLoop loop() {
    return loop;
  }

  @Override
  public Connection make(@Nullable ReadStamp stamp) {
    Connection connection = new Connection(client, loop.transport(), stamp);
    // TLS and HTTP/2 keep buffers, and io_uring passes them to the kernel before there is anything
    // to read, so these connections get buffers of their own.
    if (stamp == null && loop.transport() != Transport.IO_URING) {
      connection.channel().config().setRecvByteBufAllocator(buffer);
    }
    return connection;
  }

  /// A waiter that is called from a task of its own.
  private record Later(NettyLoop loop, ConnectionWaiter<Connection> waiter)
      implements ConnectionWaiter<Connection> {
    @Override
    public void connecting(Runnable leaves) {
      waiter.connecting(leaves);
    }

    @Override
    public void connected(Connection connection) {
      if (connection.stamp() == null) {
        loop.execute(() -> waiter.connected(connection));
      } else {
        // At once, because a server of HTTP/2 may send first.
        waiter.connected(connection);
      }
    }

    @Override
    public void notConnected(Throwable cause) {
      loop.execute(() -> waiter.notConnected(cause));
    }
  }
}
