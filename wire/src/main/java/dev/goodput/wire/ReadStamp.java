package dev.goodput.wire;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/// The stamp of each read of a socket, taken before anything is decrypted or decoded: the first
/// handler of a channel. For this module and `relay`.
public final class ReadStamp extends ChannelInboundHandlerAdapter {
  private final NanoClock clock;
  private long nanos;

  /// @param clock clock of the stamps
  public ReadStamp(NanoClock clock) {
    this.clock = clock;
  }

  /// Returns the stamp of the current read.
  public long nanos() {
    return nanos;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    nanos = clock.nanoTime();
    context.fireChannelRead(message);
  }
}
