package dev.goodput.wire.client;

import dev.goodput.wire.NettyLoop;
import dev.goodput.wire.Transport;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
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

/// Makes connections to one server, TLS where asked, over the first of its addresses that answers;
/// the one that did so last goes first.
final class Connector {
  private final LlmClient client;
  private final NettyLoop loop;
  private final String host;
  private final int port;
  private final List<InetSocketAddress> addresses;
  private final @Nullable SslContext tls;
  private final ReceiveBuffer buffer;

  /// @param addresses of the server, none where its name is unknown
  Connector(
      LlmClient client,
      NettyLoop loop,
      Endpoint endpoint,
      List<InetSocketAddress> addresses,
      ReceiveBuffer buffer) {
    URI url = endpoint.baseUrl();
    this.client = client;
    this.loop = loop;
    this.host = BaseUrl.host(url);
    this.port = BaseUrl.port(url);
    this.addresses = new ArrayList<>(addresses);
    this.tls = BaseUrl.secure(url) ? TlsContexts.client(endpoint.tls()) : null;
    this.buffer = buffer;
  }

  /// The addresses of an endpoint's server, in the system's order.
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

  /// Connects for a call; tells the client of the connection, TLS included, or of why there is
  /// none. Never calls back before it returns. The call knows how to leave what is being made where
  /// it does not wait for it.
  void connect(LiveCall call) {
    if (addresses.isEmpty()) {
      failed(call, new UnknownHostException(host));
      return;
    }
    new AddressRace(this, call, List.copyOf(addresses)).start();
  }

  NettyLoop loop() {
    return loop;
  }

  /// An attempt has a connection; TLS comes next where asked.
  void reached(InetSocketAddress address, Connection connection, LiveCall call) {
    if (!address.equals(addresses.getFirst())) {
      addresses.remove(address);
      addresses.addFirst(address);
    }
    call.connecting(connection::close);
    secured(connection, call);
  }

  /// No attempt came to a connection.
  void failed(LiveCall call, Throwable cause) {
    loop.execute(() -> client.notConnected(call, cause));
  }

  /// A connection that is still to be made.
  Connection prepare() {
    SslContext context = tls;
    Connection connection = new Connection(client, loop.transport(), context == null);
    SocketChannel channel = connection.channel();
    channel.config().setTcpNoDelay(true).setConnectTimeoutMillis(0);
    // TLS keeps buffers, and io_uring hands them to the kernel before there is anything to read:
    // these get their own.
    if (context == null && loop.transport() != Transport.IO_URING) {
      channel.config().setRecvByteBufAllocator(buffer);
    }
    if (context != null) {
      channel.pipeline().addLast(new ReadStamp(connection, client));
      channel.pipeline().addLast(context.newHandler(channel.alloc(), host, port));
    }
    channel.pipeline().addLast(connection);
    return connection;
  }

  private void secured(Connection connection, LiveCall call) {
    SslHandler handler = connection.channel().pipeline().get(SslHandler.class);
    if (handler == null) {
      loop.execute(() -> client.connected(connection, call));
      return;
    }
    handler.setHandshakeTimeoutMillis(0);
    handler
        .handshakeFuture()
        .addListener(result -> {
          if (result.isSuccess()) {
            client.connected(connection, call);
          } else {
            connection.close();
            client.notConnected(call, result.cause());
          }
        });
  }

  /// Stamps the socket read before anything is decrypted.
  private static final class ReadStamp extends ChannelInboundHandlerAdapter {
    private final Connection connection;
    private final LlmClient client;

    ReadStamp(Connection connection, LlmClient client) {
      this.connection = connection;
      this.client = client;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      connection.stampBeforeTls(client.now());
      context.fireChannelRead(message);
    }
  }
}
