package dev.goodput.relay;

import dev.goodput.wire.DirectWrite;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The writer to an HTTP/1.1 client's connection. It writes directly to the socket where the kernel
/// takes everything, otherwise through the channel's queue.
final class SocketResponseWriter implements ResponseWriter {
  private final SocketChannel channel;
  private final @Nullable DirectWrite direct;
  private boolean resetting;

  SocketResponseWriter(SocketChannel channel, boolean plain) {
    this.channel = channel;
    this.direct = plain ? DirectWrite.to(channel) : null;
  }

  /// Copies what the kernel does not take.
  @Override
  public void send(ByteBuf bytes) {
    int length = bytes.readableBytes();
    int taken = direct == null ? 0 : directly(direct, bytes);
    if (taken >= 0 && taken < length) {
      int rest = length - taken;
      ByteBuf left = channel.alloc().directBuffer(rest, rest);
      left.writeBytes(bytes, bytes.readerIndex() + taken, rest);
      hand(left);
    }
  }

  private int directly(DirectWrite socket, ByteBuf bytes) {
    try {
      return socket.send(bytes);
    } catch (IOException e) {
      Future<?> _ = channel.close();
      return -1;
    }
  }

  @Override
  public void send(byte[] head, ByteBuf bytes) {
    int length = head.length + bytes.readableBytes();
    ByteBuf both = channel.alloc().directBuffer(length, length);
    both.writeBytes(head).writeBytes(bytes, bytes.readerIndex(), bytes.readableBytes());
    hand(both);
  }

  @Override
  public void send(byte[] bytes) {
    hand(Unpooled.wrappedBuffer(bytes));
  }

  private void hand(ByteBuf bytes) {
    queued();
    ChannelFuture _ = channel.writeAndFlush(bytes, channel.voidPromise());
  }

  private void queued() {
    if (direct != null) {
      direct.queued();
    }
  }

  @Override
  public boolean writable() {
    return (direct != null && !direct.mustQueue()) || channel.isWritable();
  }

  @Override
  public long pendingBytes() {
    var queue = channel.unsafe().outboundBuffer();
    return queue == null ? 0 : queue.totalPendingWriteBytes();
  }

  @Override
  public void finish() {
    queued();
    ChannelFuture _ =
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
  }

  /// Closes the whole connection if it uses TLS.
  @Override
  public void finishOutput() {
    if (channel.pipeline().get(SslHandler.class) != null) {
      finish();
      return;
    }
    queued();
    ChannelFuture _ =
        channel
            .writeAndFlush(Unpooled.EMPTY_BUFFER)
            .addListener(done -> {
              ChannelFuture _ = channel.shutdownOutput();
            });
  }

  @Override
  public void reset() {
    resetting = true;
    queued();
    ChannelFuture _ =
        channel
            .writeAndFlush(Unpooled.EMPTY_BUFFER)
            .addListener(done -> {
              abort();
            });
  }

  /// Skips the `close_notify` alert of TLS, which would make the end look clean.
  private void abort() {
    if (!channel.isOpen()) {
      return;
    }
    channel.config().setOption(ChannelOption.SO_LINGER, 0);
    ChannelHandlerContext tls = channel.pipeline().context(SslHandler.class);
    Future<?> _ = tls == null ? channel.close() : tls.close();
  }

  @Override
  public void reads(boolean on) {
    channel.config().setAutoRead(on);
  }

  @Override
  public boolean reading() {
    return channel.config().isAutoRead();
  }

  @Override
  public boolean open() {
    return channel.isActive();
  }

  @Override
  public void close() {
    if (resetting) {
      abort();
    } else {
      Future<?> _ = channel.close();
    }
  }
}
