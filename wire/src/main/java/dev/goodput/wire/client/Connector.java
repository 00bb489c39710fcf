package dev.goodput.wire.client;

import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.NettyLoop;
import dev.goodput.wire.ReadStamp;
import dev.goodput.wire.Transport;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A maker of connections to one server, with TLS if the endpoint uses it. It connects to the first
/// address that accepts, and tries the last one that did so first.
final class Connector {
  private final LlmClient client;
  private final NettyLoop loop;
  private final List<InetSocketAddress> addresses;
  private final @Nullable SslContext tls;
  private final ServerName name;

  /// Whether connections without TLS speak HTTP/2.
  private final boolean priorKnowledge;

  private final ReceiveBuffer buffer;

  /// @param addresses addresses of the server, empty if its name is unknown
  Connector(
      LlmClient client,
      NettyLoop loop,
      Endpoint endpoint,
      List<InetSocketAddress> addresses,
      ReceiveBuffer buffer) {
    URI url = endpoint.baseUrl();
    this.client = client;
    this.loop = loop;
    this.name = ServerName.of(url, endpoint.tls().insecure());
    this.addresses = new ArrayList<>(addresses);
    this.tls = BaseUrl.secure(url) ? TlsContexts.client(endpoint.tls(), endpoint.http()) : null;
    this.priorKnowledge = tls == null && endpoint.http() == HttpVersion.TWO;
    this.buffer = buffer;
  }

  /// Returns the addresses of an endpoint's server, in the system's order.
  static List<InetSocketAddress> addresses(Endpoint endpoint) {
    URI url = endpoint.baseUrl();
    try {
      return Stream.of(InetAddress.getAllByName(BaseUrl.host(url)))
          .map(address -> new InetSocketAddress(address, BaseUrl.port(url)))
          .toList();
    } catch (UnknownHostException e) {
      return List.of();
    }
  }

  /// Opens a connection for a waiter, which receives the connection, ready including TLS, or the
  /// reason why there is none. For HTTP/1.1 this never happens before this method returns. The
  /// waiter also gets a callback that abandons the attempt.
  void connect(ConnectionWaiter waiter) {
    if (addresses.isEmpty()) {
      failed(waiter, new UnknownHostException(name.host()));
      return;
    }
    new AddressRace(this, waiter, List.copyOf(addresses)).start();
  }

  NettyLoop loop() {
    return loop;
  }

  /// Handles a connected attempt. TLS comes next if it is used.
  void reached(InetSocketAddress address, Connection connection, ConnectionWaiter waiter) {
    if (!address.equals(addresses.getFirst())) {
      addresses.remove(address);
      addresses.addFirst(address);
    }
    waiter.connecting(connection::close);
    secured(connection, waiter);
  }

  /// Reports that no attempt succeeded.
  void failed(ConnectionWaiter waiter, Throwable cause) {
    loop.execute(() -> waiter.notConnected(cause));
  }

  /// Returns a connection that is not connected yet.
  Connection prepare() {
    SslContext context = tls;
    boolean direct = context == null && !priorKnowledge;
    ReadStamp stamp = direct ? null : new ReadStamp(client::now);
    Connection connection = new Connection(client, loop.transport(), stamp);
    SocketChannel channel = connection.channel();
    channel.config().setTcpNoDelay(true).setConnectTimeoutMillis(0);
    // TLS and HTTP/2 keep buffers, and io_uring passes them to the kernel before there is anything
    // to read, so these connections get buffers of their own.
    if (direct && loop.transport() != Transport.IO_URING) {
      channel.config().setRecvByteBufAllocator(buffer);
    }
    if (stamp != null) {
      channel.pipeline().addLast(stamp);
    }
    if (context != null) {
      channel.pipeline().addLast(name.handler(context, channel.alloc()));
    }
    channel.pipeline().addLast(connection);
    return connection;
  }

  private void secured(Connection connection, ConnectionWaiter waiter) {
    SslHandler handler = connection.channel().pipeline().get(SslHandler.class);
    if (handler == null && priorKnowledge) {
      // At once, because such a server may send first.
      waiter.connected(connection);
      return;
    }
    if (handler == null) {
      loop.execute(() -> waiter.connected(connection));
      return;
    }
    handler.setHandshakeTimeoutMillis(0);
    handler
        .handshakeFuture()
        .addListener(result -> {
          Throwable problem =
              result.isSuccess() ? name.problem(handler.engine().getSession()) : result.cause();
          if (problem == null) {
            waiter.connected(connection);
          } else {
            connection.close();
            waiter.notConnected(problem);
          }
        });
  }
}
