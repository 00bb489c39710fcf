package dev.goodput.wire;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/// Stamps each read of a socket before anything is decrypted or decoded: the first handler of a
/// channel. For the packages of this module.
public final class ReadStamp extends ChannelInboundHandlerAdapter {
  private final NanoClock clock;
  private long nanos;

  /// @param clock what stamps are read from
  public ReadStamp(NanoClock clock) {
    this.clock = clock;
  }

  /// The stamp of the read whose bytes are being taken in.
  public long nanos() {
    return nanos;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    nanos = clock.nanoTime();
    context.fireChannelRead(message);
  }
}
