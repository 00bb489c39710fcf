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
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// A response on an HTTP/2 stream. An abort resets the stream with an error, a cut without one.
final class Http2Response extends OrderedResponse {
  private static final Set<String> OF_ONE_ONLY =
      Set.of("connection", "keep-alive", "transfer-encoding", "upgrade");

  private final Http2Link link;
  private final int stream;
  private boolean bare;
  private boolean cut;
  private long pending;

  Http2Response(Http2Link link, int stream, Loop loop) {
    super(loop);
    this.link = link;
    this.stream = stream;
  }

  /// Sets whether to leave out the body, for a HEAD request.
  void bare(boolean toHead) {
    bare = toHead;
  }

  /// Sends `100 Continue`.
  void sendContinue() {
    ChannelFuture _ = link.headers(stream, new DefaultHttp2Headers().status("100"), false);
    link.flush();
  }

  @Override
  void writeComplete(int status, List<Header> headers, byte[] body) {
    boolean alone = bare || body.length == 0;
    writeHead(status, headers, alone);
    if (!alone) {
      write(Unpooled.wrappedBuffer(body), true);
    }
    link.flush();
  }

  @Override
  void writeHead(int status, List<Header> headers) {
    writeHead(status, headers, false);
    link.flush();
  }

  private void writeHead(int status, List<Header> headers, boolean last) {
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
  void writeBody(byte[] bytes, int offset, int length) {
    write(Unpooled.copiedBuffer(bytes, offset, length), false);
    link.flush();
    if (pending > MAX_PENDING) {
      abort();
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
  void writeRaw(byte[] bytes) {
    link.raw(bytes);
  }

  @Override
  void writeEnd() {
    write(Unpooled.EMPTY_BUFFER, true);
    link.flush();
  }

  @Override
  void reset() {
    link.reset(stream, Http2Error.INTERNAL_ERROR);
  }

  @Override
  void closeAfterWrites() {
    cut = true;
    written(0);
  }

  @Override
  public long pendingBytes() {
    return pending;
  }
}
