package dev.goodput.wire.server;

import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.HttpVersion;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;

/// A listening socket and the connections it accepted, each with HTTP/1.x or HTTP/2 as its client
/// chose.
public final class HttpServer implements AutoCloseable {
  private final Channel listening;
  private final ChannelGroup connections;

  private HttpServer(Channel listening, ChannelGroup connections) {
    this.listening = listening;
    this.connections = connections;
  }

  /// Listens, and passes every request to the handler on the connection's loop.
  ///
  /// @throws BadSettingException if the port is taken, the address is not local, or the certificate
  ///   cannot be read
  public static HttpServer start(ServerOptions options, EventLoops loops, HttpHandler handler) {
    SslContext tls =
        options.tls() == null ? null : ServerSockets.context(options.tls(), HttpVersion.AUTO);
    ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    Channel listening =
        ServerSockets.start(
            options.host(),
            options.port(),
            loops,
            new ConnectionInitializer(handler, loops, options, tls, connections));
    return new HttpServer(listening, connections);
  }

  /// Returns the port that the server listens on.
  public int port() {
    return ((InetSocketAddress) listening.localAddress()).getPort();
  }

  /// Returns how many connections are open.
  public int connections() {
    return connections.size();
  }

  /// Ends like a killed process: stops listening and resets every connection.
  public void abort() {
    listening.close().awaitUninterruptibly();
    for (Channel connection : connections) {
      connection.config().setOption(ChannelOption.SO_LINGER, 0);
    }
    var _ = connections.close();
  }

  /// Stops listening and closes every connection. Returns once the port is free.
  @Override
  public void close() {
    listening.close().awaitUninterruptibly();
    var _ = connections.close();
  }
}
