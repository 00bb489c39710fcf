package dev.goodput.wire.server;

import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.Loop;
import dev.goodput.wire.http2.AlpnReader;
import dev.goodput.wire.http2.Http2Link;
import dev.goodput.wire.http2.LinkOptions;
import dev.goodput.wire.http2.PrefaceReader;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.timeout.ReadTimeoutHandler;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

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

  /// An initializer of accepted connections: TLS if it is used, then the HTTP version of the
  /// client, by ALPN or by its first bytes.
  private static final class ConnectionInitializer extends ChannelInitializer<SocketChannel> {
    /// The limit on concurrent streams of a connection: ten thousand streams need ten connections.
    private static final int STREAMS = 1_024;

    /// The same if the number of connections is limited, to bound the responses queued for a reader
    /// that hangs.
    private static final int FEW_STREAMS = 8;

    private final HttpHandler handler;
    private final EventLoops loops;
    private final ServerOptions options;
    private final @Nullable SslContext tls;
    private final ChannelGroup connections;
    private final ConnectionLimiter limiter;

    ConnectionInitializer(
        HttpHandler handler,
        EventLoops loops,
        ServerOptions options,
        @Nullable SslContext tls,
        ChannelGroup connections) {
      this.handler = handler;
      this.loops = loops;
      this.options = options;
      this.tls = tls;
      this.connections = connections;
      this.limiter = new ConnectionLimiter(options.maxConnections());
    }

    @Override
    protected void initChannel(SocketChannel channel) {
      connections.add(channel);
      limiter.take(channel);
      if (options.idleNanos() > 0) {
        channel
            .pipeline()
            .addLast(new ReadTimeoutHandler(options.idleNanos(), TimeUnit.NANOSECONDS));
      }
      if (tls == null) {
        channel.pipeline().addLast(new PrefaceReader(this::one, this::two));
      } else {
        channel
            .pipeline()
            .addLast(tls.newHandler(channel.alloc()))
            .addLast(new AlpnReader(this::one, this::two));
      }
    }

    private Loop loop(ChannelPipeline pipeline) {
      return loops.of(pipeline.channel().eventLoop());
    }

    private HttpHandler counted(ChannelPipeline pipeline) {
      Channel connection = pipeline.channel();
      return options.maxConnections() == 0
          ? handler
          : (request, response) -> {
            limiter.requested(connection);
            handler.handle(request, response);
          };
    }

    private void one(ChannelPipeline pipeline) {
      pipeline
          .addLast(Connection.decoder())
          .addLast(new Connection(counted(pipeline), loop(pipeline), options.maxBodyBytes()));
    }

    private void two(ChannelPipeline pipeline) {
      Http2ServerConnection owner =
          new Http2ServerConnection(counted(pipeline), loop(pipeline), options.maxBodyBytes());
      Http2Link link =
          Http2Link.of(
              LinkOptions.server(options.maxConnections() > 0 ? FEW_STREAMS : STREAMS), owner);
      owner.over(link);
      pipeline.addLast(link);
    }
  }

  /// A limit on a server's connections. At the limit, a new connection replaces the one whose last
  /// request is oldest, so that idle connections cannot lock out others.
  private static final class ConnectionLimiter {
    private final int most;
    private final Set<Channel> byLastRequest = new LinkedHashSet<>();

    /// @param most limit on connections, 0 for none
    ConnectionLimiter(int most) {
      this.most = most;
    }

    /// Adds a connection, and closes the one it replaces, if any.
    void take(Channel connection) {
      if (most == 0) {
        return;
      }
      Channel over = taken(connection);
      if (over != null) {
        Future<?> _ = over.close();
      }
      connection.closeFuture().addListener(_ -> leave(connection));
    }

    private synchronized @Nullable Channel taken(Channel connection) {
      Channel over = null;
      if (byLastRequest.size() >= most) {
        Iterator<Channel> eldest = byLastRequest.iterator();
        over = eldest.next();
        eldest.remove();
      }
      byLastRequest.add(connection);
      return over;
    }

    /// Notes that a connection sent a complete request.
    synchronized void requested(Channel connection) {
      if (byLastRequest.remove(connection)) {
        byLastRequest.add(connection);
      }
    }

    private synchronized void leave(Channel connection) {
      byLastRequest.remove(connection);
    }
  }
}
