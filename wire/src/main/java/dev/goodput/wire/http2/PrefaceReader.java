package dev.goodput.wire.http2;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.util.concurrent.Future;
import java.util.List;
import java.util.function.Consumer;

/// Tells by a plain connection's first bytes which version of HTTP its client speaks (RFC 9113
/// §3.4), and steps aside.
public final class PrefaceReader extends ByteToMessageDecoder {
  private final Consumer<ChannelPipeline> one;
  private final Consumer<ChannelPipeline> two;

  /// @param one sets a connection up whose client speaks HTTP/1.x
  /// @param two sets one up whose client speaks HTTP/2
  public PrefaceReader(Consumer<ChannelPipeline> one, Consumer<ChannelPipeline> two) {
    this.one = one;
    this.two = two;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    ByteBuf preface = Http2CodecUtil.connectionPrefaceBuf();
    int length = Math.min(in.readableBytes(), preface.readableBytes());
    boolean alike =
        ByteBufUtil.equals(preface, preface.readerIndex(), in, in.readerIndex(), length);
    boolean whole = length == preface.readableBytes();
    preface.release();
    if (!alike || whole) {
      (alike ? two : one).accept(context.pipeline());
      context.pipeline().remove(this);
    }
  }

  @Override
  @SuppressWarnings("deprecation") // Netty's handlers inherit it so.
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    Future<?> _ = context.close();
  }
}
