package dev.goodput.wire.dial;

import dev.goodput.wire.http2.Alpn;
import io.netty.channel.ChannelInboundHandler;
import io.netty.channel.socket.SocketChannel;

/// A connection that a [Dialer] makes: the last handler of its channel.
public interface Dialled extends ChannelInboundHandler {
  /// Returns the socket.
  SocketChannel channel();

  /// Closes the connection.
  void close();

  /// Whether HTTP/2 can be used: agreed by ALPN over TLS, or assumed by prior knowledge.
  default boolean canUseHttp2() {
    return Alpn.agreed(channel());
  }
}
