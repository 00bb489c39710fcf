package dev.goodput.relay;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;

/// A carrier of one exchange to an upstream: a connection of its own, or a stream of a shared one.
/// Callers write and read HTTP/1.1 whatever the upstream speaks.
interface UpstreamTransport {
  /// Binds an exchange, which receives what the upstream sends.
  void carry(Exchange next);

  /// Writes bytes, which are sent when [#flush] is called.
  ///
  /// @param bytes buffer, released by this method
  ChannelFuture write(ByteBuf bytes);

  void flush();

  /// Whether the upstream can take more.
  boolean writable();

  /// Pauses reading from the upstream.
  void pause();

  void resume();

  /// Frees the leg for another exchange after a complete response.
  void release(long now);

  /// Closes the leg because its exchange ended early.
  void abandon();

  void close();
}
