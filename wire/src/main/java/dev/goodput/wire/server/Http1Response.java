package dev.goodput.wire.server;

import dev.goodput.wire.Header;
import dev.goodput.wire.Loop;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A response that is framed and written to its channel.
final class Http1Response extends OrderedResponse {
  private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private final Channel channel;
  private final ServerRequest request;
  private final boolean keepAlive;
  private final Runnable whenOver;
  private boolean chunked;

  Http1Response(
      Channel channel, Loop loop, ServerRequest request, boolean keepAlive, Runnable whenOver) {
    super(loop);
    this.channel = channel;
    this.request = request;
    this.keepAlive = keepAlive;
    this.whenOver = whenOver;
  }

  @Override
  void writeComplete(int status, List<Header> headers, byte[] body) {
    byte[] head = headBytes(status, headers);
    boolean bare = request.method().equals("HEAD");
    write(bare ? Unpooled.wrappedBuffer(head) : Unpooled.wrappedBuffer(head, body));
    finish();
  }

  @Override
  void writeHead(int status, List<Header> headers) {
    boolean sized = headers.stream().anyMatch(h -> h.name().equalsIgnoreCase("content-length"));
    chunked = !sized && !request.http10();
    List<Header> all = new ArrayList<>(headers);
    if (chunked) {
      all.add(new Header("transfer-encoding", "chunked"));
    }
    write(Unpooled.wrappedBuffer(headBytes(status, all)));
  }

  @Override
  void writeBody(byte[] bytes, int offset, int length) {
    ByteBuf buffer = channel.alloc().directBuffer(length + 16);
    if (chunked) {
      chunkHead(buffer, length);
    }
    buffer.writeBytes(bytes, offset, length);
    if (chunked) {
      buffer.writeShort('\r' << 8 | '\n');
    }
    write(buffer);
  }

  @Override
  void writeRaw(byte[] bytes) {
    write(Unpooled.wrappedBuffer(bytes));
  }

  @Override
  void writeEnd() {
    if (chunked) {
      write(Unpooled.wrappedBuffer(LAST_CHUNK));
    }
    finish();
  }

  @Override
  public long pendingBytes() {
    var buffer = channel.unsafe().outboundBuffer();
    return buffer == null ? 0 : buffer.totalPendingWriteBytes();
  }

  private void finish() {
    if (keepAlive) {
      whenOver.run();
    } else {
      closeAfterWrites();
    }
  }

  private void write(ByteBuf buffer) {
    var _ = channel.writeAndFlush(buffer, channel.voidPromise());
    if (pendingBytes() > MAX_PENDING) {
      reset();
    }
  }

  @Override
  void closeAfterWrites() {
    var _ = channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
  }

  @Override
  void reset() {
    channel.config().setOption(ChannelOption.SO_LINGER, 0);
    var _ = channel.close();
  }

  private byte[] headBytes(int status, List<Header> headers) {
    StringBuilder text = new StringBuilder(160);
    text.append("HTTP/1.1 ").append(HttpResponseStatus.valueOf(status)).append("\r\n");
    for (Header header : headers) {
      text.append(header.name()).append(": ").append(header.value()).append("\r\n");
    }
    if (!keepAlive) {
      text.append("connection: close\r\n");
    }
    return text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private static void chunkHead(ByteBuf buffer, int length) {
    int digits = Math.max(1, (35 - Integer.numberOfLeadingZeros(length)) / 4);
    for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) {
      buffer.writeByte(HEX[length >> shift & 15]);
    }
    buffer.writeShort('\r' << 8 | '\n');
  }
}
