package dev.goodput.wire.server;

import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Loop;
import dev.goodput.wire.http2.AlpnReader;
import dev.goodput.wire.http2.Http2Link;
import dev.goodput.wire.http2.LinkOptions;
import dev.goodput.wire.http2.PrefaceReader;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.timeout.ReadTimeoutHandler;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// An initializer of accepted connections: TLS if it is used, then the HTTP version of the client,
/// by ALPN or by its first bytes.
final class ConnectionInitializer extends ChannelInitializer<SocketChannel> {
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
      channel.pipeline().addLast(new ReadTimeoutHandler(options.idleNanos(), TimeUnit.NANOSECONDS));
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
          limiter.asked(connection);
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
