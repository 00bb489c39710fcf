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
final class Http1Response implements ServerResponse {
  private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
  private static final long MAX_PENDING = 64L << 20;

  private final Channel channel;
  private final Loop loop;
  private final ServerRequest request;
  private final boolean keepAlive;
  private final Runnable whenOver;
  private final List<Runnable> closedActions = new ArrayList<>(1);
  private boolean headSent;
  private boolean chunked;
  private boolean over;

  Http1Response(
      Channel channel, Loop loop, ServerRequest request, boolean keepAlive, Runnable whenOver) {
    this.channel = channel;
    this.loop = loop;
    this.request = request;
    this.keepAlive = keepAlive;
    this.whenOver = whenOver;
  }

  @Override
  public void send(int status, List<Header> headers, byte[] body) {
    if (over) {
      return;
    }
    List<Header> all = new ArrayList<>(headers);
    all.add(new Header("content-length", Integer.toString(body.length)));
    byte[] head = headBytes(status, all);
    boolean bare = request.method().equals("HEAD");
    write(bare ? Unpooled.wrappedBuffer(head) : Unpooled.wrappedBuffer(head, body));
    finish();
  }

  @Override
  public void head(int status, List<Header> headers) {
    if (over) {
      return;
    }
    if (headSent) {
      throw new IllegalStateException("the head is out already");
    }
    boolean sized = headers.stream().anyMatch(h -> h.name().equalsIgnoreCase("content-length"));
    chunked = !sized && !request.http10();
    List<Header> all = new ArrayList<>(headers);
    if (chunked) {
      all.add(new Header("transfer-encoding", "chunked"));
    }
    write(Unpooled.wrappedBuffer(headBytes(status, all)));
  }

  @Override
  public void body(byte[] bytes) {
    body(bytes, 0, bytes.length);
  }

  @Override
  public void body(byte[] bytes, int offset, int length) {
    if (over || length == 0) {
      return;
    }
    if (!headSent) {
      throw new IllegalStateException("the head comes first");
    }
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
  public void raw(byte[] bytes) {
    if (!over) {
      headSent = true;
      write(Unpooled.wrappedBuffer(bytes));
    }
  }

  @Override
  public void end() {
    if (over) {
      return;
    }
    if (!headSent) {
      throw new IllegalStateException("the head comes first");
    }
    if (chunked) {
      write(Unpooled.wrappedBuffer(LAST_CHUNK));
    }
    finish();
  }

  @Override
  public void abort() {
    if (!over) {
      over = true;
      reset();
    }
  }

  @Override
  public void cut() {
    if (!over) {
      over = true;
      closeAfterWrites();
    }
  }

  @Override
  public void onClosed(Runnable action) {
    closedActions.add(action);
  }

  @Override
  public boolean over() {
    return over;
  }

  @Override
  public long pendingBytes() {
    var buffer = channel.unsafe().outboundBuffer();
    return buffer == null ? 0 : buffer.totalPendingWriteBytes();
  }

  @Override
  public Loop loop() {
    return loop;
  }

  /// Handles the end of the connection.
  void clientLeft() {
    if (!over) {
      over = true;
      closedActions.forEach(Runnable::run);
    }
  }

  /// Handles an exception of the handler.
  void fail() {
    if (over) {
      return;
    }
    if (headSent) {
      abort();
    } else {
      send(
          500,
          List.of(new Header("content-type", "text/plain")),
          "internal error\n".getBytes(StandardCharsets.UTF_8));
    }
  }

  private void finish() {
    over = true;
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

  private void closeAfterWrites() {
    var _ = channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
  }

  private void reset() {
    channel.config().setOption(ChannelOption.SO_LINGER, 0);
    var _ = channel.close();
  }

  private byte[] headBytes(int status, List<Header> headers) {
    headSent = true;
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
