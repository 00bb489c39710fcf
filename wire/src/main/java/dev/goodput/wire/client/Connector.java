package dev.goodput.wire.client;

import dev.goodput.wire.NettyLoop;
import dev.goodput.wire.Transport;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes connections to one server, TLS where asked. Where one of its addresses turns a connection
/// down the next is tried; one that stays silent uses up the call's limit.
final class Connector {
  private final LlmClient client;
  private final NettyLoop loop;
  private final String host;
  private final int port;
  private final List<InetAddress> addresses;
  private final @Nullable SslContext tls;
  private final ReceiveBuffer buffer;
  private int good;

  Connector(LlmClient client, NettyLoop loop, Endpoint endpoint, ReceiveBuffer buffer) {
    URI url = endpoint.baseUrl();
    this.client = client;
    this.loop = loop;
    this.host = BaseUrl.host(url);
    this.port = BaseUrl.port(url);
    this.addresses = resolve(host);
    this.tls = BaseUrl.secure(url) ? TlsContexts.client(endpoint.tls()) : null;
    this.buffer = buffer;
  }

  private static List<InetAddress> resolve(String host) {
    try {
      return List.of(InetAddress.getAllByName(host));
    } catch (UnknownHostException e) {
      return List.of();
    }
  }

  /// Connects for a call; tells the client of the connection, TLS included, or of why there is
  /// none. Never calls back before it returns. The call knows the connection that is being made and
  /// closes it where it does not wait for it.
  void connect(LiveCall call) {
    if (addresses.isEmpty()) {
      loop.execute(() -> client.notConnected(call, new UnknownHostException(host)));
      return;
    }
    attempt(0, call);
  }

  private void attempt(int tries, LiveCall call) {
    int index = (good + tries) % addresses.size();
    Connection connection;
    try {
      connection = prepare();
    } catch (RuntimeException e) {
      loop.execute(() -> client.notConnected(call, e));
      return;
    }
    call.connecting(connection);
    SocketChannel channel = connection.channel();
    Future<?> _ = loop.netty().register(channel);
    ChannelFuture connecting = channel.connect(new InetSocketAddress(addresses.get(index), port));
    connecting.addListener(result -> {
      if (result.isSuccess()) {
        good = index;
        secured(connection, call);
        return;
      }
      connection.close();
      if (tries + 1 < addresses.size() && !call.ended()) {
        attempt(tries + 1, call);
      } else {
        loop.execute(() -> client.notConnected(call, result.cause()));
      }
    });
  }

  private Connection prepare() {
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
