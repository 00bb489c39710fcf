package dev.goodput.wire.server;

import dev.goodput.wire.Header;
import dev.goodput.wire.Loop;
import dev.goodput.wire.http2.Http2Link;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// A response on an HTTP/2 stream. An abort resets the stream with an error, a cut without one.
final class Http2Response implements ServerResponse {
  private static final long MAX_PENDING = 64L << 20;
  private static final Set<String> OF_ONE_ONLY =
      Set.of("connection", "keep-alive", "transfer-encoding", "upgrade");

  private final Http2Link link;
  private final int stream;
  private final Loop loop;
  private final List<Runnable> closedActions = new ArrayList<>(1);
  private boolean bare;
  private boolean headSent;
  private boolean over;
  private boolean cut;
  private long pending;

  Http2Response(Http2Link link, int stream, Loop loop) {
    this.link = link;
    this.stream = stream;
    this.loop = loop;
  }

  /// Sets whether to leave out the body, for a HEAD request.
  void bare(boolean toHead) {
    bare = toHead;
  }

  /// Sends `100 Continue`.
  void goOn() {
    ChannelFuture _ = link.headers(stream, new DefaultHttp2Headers().status("100"), false);
    link.flush();
  }

  @Override
  public void send(int status, List<Header> headers, byte[] body) {
    if (over) {
      return;
    }
    List<Header> all = new ArrayList<>(headers);
    all.add(new Header("content-length", Integer.toString(body.length)));
    over = true;
    boolean alone = bare || body.length == 0;
    writeHead(status, all, alone);
    if (!alone) {
      write(Unpooled.wrappedBuffer(body), true);
    }
    link.flush();
  }

  @Override
  public void head(int status, List<Header> headers) {
    if (over) {
      return;
    }
    if (headSent) {
      throw new IllegalStateException("the head is out already");
    }
    writeHead(status, headers, false);
    link.flush();
  }

  private void writeHead(int status, List<Header> headers, boolean last) {
    headSent = true;
    Http2Headers fields = new DefaultHttp2Headers(false).status(Integer.toString(status));
    for (Header each : headers) {
      String name = each.name().toLowerCase(Locale.ROOT);
      if (!OF_ONE_ONLY.contains(name)) {
        fields.add(name, each.value());
      }
    }
    ChannelFuture _ = link.headers(stream, fields, last);
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
    requireHead();
    write(Unpooled.copiedBuffer(bytes, offset, length), false);
    link.flush();
    if (pending > MAX_PENDING) {
      abort();
    }
  }

  private void requireHead() {
    if (!headSent) {
      throw new IllegalStateException("the head comes first");
    }
  }

  private void write(ByteBuf buffer, boolean last) {
    int length = buffer.readableBytes();
    pending += length;
    link.data(stream, buffer, last).addListener(_ -> written(length));
  }

  private void written(int length) {
    pending -= length;
    if (cut && pending == 0) {
      link.reset(stream, Http2Error.NO_ERROR);
    }
  }

  @Override
  public void raw(byte[] bytes) {
    if (!over) {
      headSent = true;
      link.raw(bytes);
    }
  }

  @Override
  public void end() {
    if (over) {
      return;
    }
    requireHead();
    over = true;
    write(Unpooled.EMPTY_BUFFER, true);
    link.flush();
  }

  @Override
  public void abort() {
    if (!over) {
      over = true;
      link.reset(stream, Http2Error.INTERNAL_ERROR);
    }
  }

  @Override
  public void cut() {
    if (!over) {
      over = true;
      cut = true;
      written(0);
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
    return pending;
  }

  @Override
  public Loop loop() {
    return loop;
  }

  /// Handles the end of the stream or its connection.
  void clientLeft() {
    if (!over) {
      over = true;
      closedActions.forEach(Runnable::run);
    }
  }

  /// Handles an exception of the handler.
  void fail() {
    if (headSent) {
      abort();
    } else {
      send(
          500,
          List.of(new Header("content-type", "text/plain")),
          "internal error\n".getBytes(StandardCharsets.UTF_8));
    }
  }
}
