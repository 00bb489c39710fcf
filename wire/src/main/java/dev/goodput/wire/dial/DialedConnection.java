package dev.goodput.wire.dial;

import dev.goodput.wire.ReadStamp;
import dev.goodput.wire.http2.Alpn;
import io.netty.channel.ChannelInboundHandler;
import io.netty.channel.socket.SocketChannel;
import org.jspecify.annotations.Nullable;

/// A connection that a [Dialer] makes: the last handler of its channel.
public interface DialedConnection extends ChannelInboundHandler {
  /// Returns the socket.
  SocketChannel channel();

  /// Returns the time stamps of the reads if another handler decodes the socket's bytes.
  @Nullable ReadStamp stamp();

  /// Closes the connection.
  void close();

  /// Whether HTTP/2 can be used: agreed by ALPN over TLS, or assumed by prior knowledge.
  default boolean canUseHttp2() {
    return Alpn.agreed(channel());
  }
}
