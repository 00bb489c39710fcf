package dev.goodput.wire.server;

import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Loop;
import dev.goodput.wire.http2.AlpnReader;
import dev.goodput.wire.http2.Http2Link;
import dev.goodput.wire.http2.LinkOptions;
import dev.goodput.wire.http2.PrefaceReader;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.timeout.ReadTimeoutHandler;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Sets up each accepted connection: TLS where asked, then the version of HTTP that the client
/// speaks, which ALPN says, or its first bytes.
final class Accepting extends ChannelInitializer<SocketChannel> {
  /// What a connection may have open at once: ten thousand streams take ten connections.
  private static final int STREAMS = 1_024;

  private final HttpHandler handler;
  private final EventLoops loops;
  private final ServerOptions options;
  private final @Nullable SslContext tls;
  private final ChannelGroup connections;

  Accepting(
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
  }

  @Override
  protected void initChannel(SocketChannel channel) {
    if (options.maxConnections() > 0 && connections.size() >= options.maxConnections()) {
      Future<?> _ = channel.close();
      return;
    }
    connections.add(channel);
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

  private void one(ChannelPipeline pipeline) {
    pipeline
        .addLast(Connection.decoder())
        .addLast(new Connection(handler, loop(pipeline), options.maxBodyBytes()));
  }

  private void two(ChannelPipeline pipeline) {
    StreamConnection owner = new StreamConnection(handler, loop(pipeline), options.maxBodyBytes());
    Http2Link link = Http2Link.of(LinkOptions.server(STREAMS), owner);
    owner.over(link);
    pipeline.addLast(link);
  }
}
