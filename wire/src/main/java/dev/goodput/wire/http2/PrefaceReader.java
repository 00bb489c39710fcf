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

/// A handler that selects the HTTP version of a plain connection by its first bytes (RFC 9113
/// §3.4), and then removes itself.
public final class PrefaceReader extends ByteToMessageDecoder {
  private final Consumer<ChannelPipeline> one;
  private final Consumer<ChannelPipeline> two;

  /// @param one sets up a connection whose client speaks HTTP/1.x
  /// @param two sets up a connection whose client speaks HTTP/2
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
