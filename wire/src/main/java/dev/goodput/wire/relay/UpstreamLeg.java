package dev.goodput.wire.relay;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;

/// What carries an exchange to an upstream, in the words of HTTP/1.1 whatever the upstream speaks:
/// a connection of its own, or a stream of a shared one.
interface UpstreamLeg {
  /// Carries an exchange, which hears of what comes.
  void carry(Exchange next);

  /// Writes once [#flush] is called.
  ///
  /// @param bytes are released
  ChannelFuture write(ByteBuf bytes);

  void flush();

  /// Whether the upstream takes more.
  boolean writable();

  /// Has what comes wait.
  void pause();

  void resume();

  /// The answer is complete, and the leg may be used again.
  void release(long now);

  /// The exchange is over, and the leg of no more use.
  void abandon();

  void close();
}
