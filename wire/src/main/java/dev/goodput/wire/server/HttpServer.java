package dev.goodput.wire.server;

import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.EventLoops;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// A listening socket and the connections it accepted.
public final class HttpServer implements AutoCloseable {
  /// Enough for ten thousand clients that connect at once.
  private static final int BACKLOG = 16_384;

  private final Channel listening;
  private final ChannelGroup connections;

  private HttpServer(Channel listening, ChannelGroup connections) {
    this.listening = listening;
    this.connections = connections;
  }

  /// Listens, and hands every request to the handler on the connection's loop.
  ///
  /// @throws BadSettingException where the port is taken, the address is not ours, or the
  ///   certificate cannot be read
  public static HttpServer start(ServerOptions options, EventLoops loops, HttpHandler handler) {
    SslContext tls = options.tls() == null ? null : context(options.tls());
    ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(loops.group())
            .channelFactory(loops.sockets()::newServerSocket)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(initializer(options, loops, handler, tls, connections));
    ChannelFuture bound =
        bootstrap
            .bind(new InetSocketAddress(options.host(), options.port()))
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new BadSettingException(
          "cannot listen on %s:%d: %s"
              .formatted(options.host(), options.port(), reason(bound.cause())));
    }
    return new HttpServer(bound.channel(), connections);
  }

  /// The system's own words differ by transport; what can be done about it does not.
  private static String reason(Throwable refusal) {
    String said = String.valueOf(refusal.getMessage());
    if (refusal instanceof UnresolvedAddressException || refusal instanceof UnknownHostException) {
      return "unknown host";
    }
    if (said.contains("in use") || said.contains("(-98)")) {
      return "the port is in use by another program; choose another, or 0 for any free one";
    }
    if (said.contains("Permission denied") || said.contains("(-13)")) {
      return "permission denied; ports below 1024 need privileges";
    }
    return said.contains("assign requested address") || said.contains("(-99)")
        ? "that address is not of this machine"
        : said;
  }

  /// The port it listens on.
  public int port() {
    return ((InetSocketAddress) listening.localAddress()).getPort();
  }

  /// Connections that are open now.
  public int connections() {
    return connections.size();
  }

  /// Dies as a killed process does: stops listening and resets every connection.
  public void abort() {
    listening.close().awaitUninterruptibly();
    for (Channel connection : connections) {
      connection.config().setOption(ChannelOption.SO_LINGER, 0);
    }
    var _ = connections.close();
  }

  /// Stops listening and closes every connection; returns when the port is free.
  @Override
  public void close() {
    listening.close().awaitUninterruptibly();
    var _ = connections.close();
  }

  private static ChannelInitializer<SocketChannel> initializer(
      ServerOptions options,
      EventLoops loops,
      HttpHandler handler,
      @Nullable SslContext tls,
      ChannelGroup connections) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(SocketChannel channel) {
        connections.add(channel);
        if (tls != null) {
          channel.pipeline().addLast(tls.newHandler(channel.alloc()));
        }
        channel
            .pipeline()
            .addLast(Connection.decoder())
            .addLast(
                new Connection(handler, loops.of(channel.eventLoop()), options.maxBodyBytes()));
      }
    };
  }

  private static SslContext context(ServerTls tls) {
    try {
      SslContextBuilder builder =
          SslContextBuilder.forServer(tls.certificatePem().toFile(), tls.keyPem().toFile());
      if (tls.clientCaPem() != null) {
        builder.trustManager(tls.clientCaPem().toFile()).clientAuth(ClientAuth.REQUIRE);
      }
      return builder.build();
    } catch (SSLException | IllegalArgumentException e) {
      throw new BadSettingException(
          "cannot use certificate %s with key %s: %s"
              .formatted(tls.certificatePem(), tls.keyPem(), e.getMessage()));
    }
  }
}
