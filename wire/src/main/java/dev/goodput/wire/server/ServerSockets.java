package dev.goodput.wire.server;

import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.Pem;
import dev.goodput.wire.http2.Alpn;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Optional;
import javax.net.ssl.SSLException;

/// Listening sockets and their TLS identity, for the packages of this module. Other modules can
/// check an identity with it.
public final class ServerSockets {
  /// Enough for ten thousand clients that connect at once.
  private static final int BACKLOG = 16_384;

  private ServerSockets() {}

  /// Listens. The handler prepares each connection on its loop.
  ///
  /// @throws BadSettingException if the port is taken or the address is not local
  public static Channel start(String host, int port, EventLoops loops, ChannelHandler prepares) {
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(loops.group())
            .channelFactory(loops.sockets()::newServerSocket)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(prepares);
    ChannelFuture bound = bootstrap.bind(new InetSocketAddress(host, port)).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new BadSettingException(
          "cannot listen on %s:%d: %s".formatted(host, port, reason(bound.cause())));
    }
    return bound.channel();
  }

  /// The reason why listening is not possible.
  ///
  /// @param taken whether the port is in use
  /// @param why description
  public record Refusal(boolean taken, String why) {}

  /// Returns why listening is not possible now; empty if it is. It never actually listens, so that
  /// no client connects in vain.
  public static Optional<Refusal> refusal(String host, int port) {
    try (Socket socket = new Socket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(host, port));
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(new Refusal(isTaken(String.valueOf(e.getMessage())), reason(e)));
    }
  }

  private static boolean isTaken(String message) {
    return message.contains("in use") || message.contains("(-98)");
  }

  /// Describes the error. The system's message depends on the transport, but the remedy does not.
  private static String reason(Throwable refusal) {
    String message = String.valueOf(refusal.getMessage());
    if (refusal instanceof UnresolvedAddressException
        || refusal instanceof UnknownHostException
        || message.contains("Unresolved address")) {
      return "unknown host";
    }
    if (isTaken(message)) {
      return "the port is in use by another program; choose another";
    }
    if (message.contains("Permission denied") || message.contains("(-13)")) {
      return "permission denied; ports below 1024 need privileges";
    }
    return message.contains("assign requested address") || message.contains("(-99)")
        ? "that address is not of this machine"
        : message;
  }

  /// Rejects an unusable identity.
  ///
  /// @throws BadSettingException if the certificate, its key or the issuers cannot be used
  public static void check(ServerTls tls) {
    var _ = context(tls, HttpVersion.ONE);
  }

  /// Returns the TLS context of a server.
  ///
  /// @param http accepted versions of HTTP
  /// @throws BadSettingException if the certificate, its key or the issuers cannot be used
  public static SslContext context(ServerTls tls, HttpVersion http) {
    try {
      SslContextBuilder builder = identity(tls);
      Pem issuers = tls.clientCaPem();
      if (issuers != null) {
        demand(issuers, builder);
      }
      Alpn.offer(http, builder);
      return builder.build();
    } catch (SSLException e) {
      throw new BadSettingException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  private static SslContextBuilder identity(ServerTls tls) {
    SslContextBuilder builder;
    try {
      builder = SslContextBuilder.forServer(tls.certificatePem().open(), tls.keyPem().open());
    } catch (IllegalArgumentException e) {
      String why = "expected both in PEM, the key in PKCS#8";
      throw new BadSettingException(unusable(tls, why), e);
    }
    if (!tls.keyPem().isKeyOf(tls.certificatePem())) {
      throw new BadSettingException(unusable(tls, "the key is of another certificate"));
    }
    return builder;
  }

  private static void demand(Pem issuers, SslContextBuilder builder) {
    try {
      builder.trustManager(issuers.open()).clientAuth(ClientAuth.REQUIRE);
    } catch (IllegalArgumentException e) {
      throw new BadSettingException(issuers + " holds no certificate in PEM", e);
    }
  }

  private static String unusable(ServerTls tls, String why) {
    return "cannot use certificate %s with key %s: %s"
        .formatted(tls.certificatePem(), tls.keyPem(), why);
  }
}
