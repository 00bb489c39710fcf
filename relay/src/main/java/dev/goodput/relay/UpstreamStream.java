package dev.goodput.relay;

import dev.goodput.wire.dial.SharedConnection;
import dev.goodput.wire.http.BodyFraming;
import dev.goodput.wire.http.RequestHead;
import dev.goodput.wire.http2.ChunkEncoder;
import dev.goodput.wire.http2.HeadTranslator;
import dev.goodput.wire.http2.Http2Link;
import dev.goodput.wire.http2.StreamEnd;
import dev.goodput.wire.http2.StreamListener;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// One exchange on a stream of a shared HTTP/2 connection. The exchange writes and reads HTTP/1.1:
/// heads are translated to and from header fields, chunks to and from DATA frames, and the payload
/// is unchanged.
final class UpstreamStream implements UpstreamTransport, StreamListener {
  private static final int MAX_HEAD = 1 << 20;

  private final SharedConnection<Exchange, UpstreamConnection> owner;
  private final String scheme;
  private final byte[] scratch;
  private final RelayLoop loop;
  private final HeadCollector heads = new HeadCollector(MAX_HEAD);
  private final BodyFraming framing = BodyFraming.strict();
  private @Nullable Exchange exchange;
  private @Nullable RequestHead head;
  private @Nullable ChannelFuture written;
  private int stream;
  private int owed;
  private boolean paused;
  private boolean begun;
  private boolean chunked;
  private boolean toClose;
  private boolean whole;

  /// @param scratch buffer for parsing, whose content is consumed before a method returns
  UpstreamStream(
      SharedConnection<Exchange, UpstreamConnection> owner,
      String scheme,
      byte[] scratch,
      RelayLoop loop) {
    this.owner = owner;
    this.scheme = scheme;
    this.scratch = scratch;
    this.loop = loop;
  }

  @Override
  public void carry(Exchange next) {
    exchange = next;
  }

  private Http2Link link() {
    return owner.link();
  }

  @Override
  public ChannelFuture write(ByteBuf bytes) {
    try {
      if (head == null) {
        open(bytes);
      }
      body(bytes);
    } finally {
      bytes.release();
    }
    ChannelFuture last = written;
    return last == null ? owner.dialled().channel().newSucceededFuture() : last;
  }

  private void open(ByteBuf bytes) {
    byte[] all = heads.take(bytes);
    if (all == null) {
      return;
    }
    RequestHead requested = RequestHead.parse(all);
    head = requested;
    framing.begin(requested);
    Http2Headers fields = HeadTranslator.fields(requested, scheme);
    Http2Link.Opened opened = link().open(fields, framing.done(), this);
    stream = opened.stream();
    written = opened.written();
    written.addListener(done -> {
      if (!done.isSuccess()) {
        broken(new StreamEnd.Lost(done.cause()));
      }
    });
  }

  private void body(ByteBuf bytes) {
    while (bytes.isReadable() && !framing.done()) {
      int length = Math.min(bytes.readableBytes(), scratch.length);
      bytes.getBytes(bytes.readerIndex(), scratch, 0, length);
      int taken = framing.feed(scratch, 0, length, this::payload);
      bytes.skipBytes(taken);
      if (taken == 0) {
        return;
      }
      if (framing.done() && framing.inChunks()) {
        end(framing.trailers());
      }
    }
  }

  private void payload(byte[] from, int begin, int to) {
    ByteBuf copy = Unpooled.copiedBuffer(from, begin, to - begin);
    written = link().data(stream, copy, framing.done());
  }

  private void end(byte[] trailers) {
    written =
        trailers.length > 0
            ? link().headers(stream, HeadTranslator.trailers(trailers), true)
            : link().data(stream, Unpooled.EMPTY_BUFFER, true);
  }

  @Override
  public void flush() {
    link().flush();
  }

  @Override
  public boolean writable() {
    return link().takesMore(stream);
  }

  @Override
  public void pause() {
    paused = true;
  }

  @Override
  public void resume() {
    paused = false;
    int all = owed;
    owed = 0;
    if (all > 0) {
      link().taken(stream, all);
    }
  }

  @Override
  public void release(long now) {
    exchange = null;
    if (!sent()) {
      close();
    }
  }

  @Override
  public void abandon() {
    exchange = null;
    close();
  }

  @Override
  public void close() {
    if (stream > 0 && (!whole || !sent())) {
      link().reset(stream, whole ? Http2Error.NO_ERROR : Http2Error.CANCEL);
    }
  }

  /// Whether the upstream has taken the whole request; it may respond before that.
  private boolean sent() {
    return framing.done() && (written == null || written.isDone());
  }

  @Override
  public void headers(Http2Headers fields, boolean last) {
    whole |= last;
    int status = HeadTranslator.status(fields);
    if (status == 101) {
      switches();
    } else if (begun) {
      forward(Unpooled.wrappedBuffer(ChunkEncoder.end(chunked ? fields : null)));
      closes(last);
    } else if (status > 0) {
      begun = status / 100 != 1;
      forward(
          Unpooled.wrappedBuffer(
              HeadTranslator.response(status, fields, lines(status, fields, last))));
      closes(last);
    }
  }

  /// Rejects a protocol switch, which HTTP/2 does not have (RFC 9113 §8.6).
  private void switches() {
    Exchange current = exchange;
    if (current != null && !begun) {
      current.malformed("101 in HTTP/2", owner.readAt());
    }
  }

  /// Returns the HTTP/1.1 header line that frames the body.
  private String lines(int status, Http2Headers fields, boolean last) {
    RequestHead requested = head;
    if (requested == null) {
      return "";
    }
    boolean none = status / 100 == 1 || status == 204 || status == 304;
    boolean bodiless = none || requested.method().equals("HEAD");
    if (bodiless || fields.contains("content-length")) {
      return "";
    }
    if (last) {
      return "content-length: 0\r\n";
    }
    toClose = requested.oneDotZero();
    chunked = !toClose;
    return chunked ? "transfer-encoding: chunked\r\n" : "";
  }

  @Override
  public int data(ByteBuf payload, boolean last) {
    whole |= last;
    int length = payload.readableBytes();
    forward(chunked ? ChunkEncoder.of(payload, last) : payload.retainedDuplicate());
    closes(last);
    boolean waits = paused && !last;
    owed += waits ? length : 0;
    return waits ? 0 : length;
  }

  private void forward(ByteBuf bytes) {
    try {
      Exchange current = exchange;
      if (current != null && bytes.isReadable()) {
        current.answer(bytes, owner.readAt());
      }
    } finally {
      bytes.release();
    }
  }

  /// Ends the body by closing the connection, for an HTTP/1.0 client.
  private void closes(boolean last) {
    Exchange current = exchange;
    if (last && toClose && current != null) {
      exchange = null;
      current.upstreamEnded(null, owner.readAt());
    }
  }

  @Override
  public void takesMore() {
    Exchange current = exchange;
    if (current != null) {
      current.upstreamWritable(true);
    }
  }

  @Override
  public void broken(StreamEnd end) {
    whole = true;
    Exchange current = exchange;
    exchange = null;
    if (current != null) {
      Throwable cause = cause(end);

      // If the body ends with the stream, only END_STREAM is a clean end.
      boolean cut = cause == null && toClose;
      current.upstreamEnded(cut ? new IOException("closed") : cause, loop.now());
    }
  }

  private static @Nullable Throwable cause(StreamEnd end) {
    return switch (end) {
      case StreamEnd.Reset(long code) when code == Http2Error.NO_ERROR.code() -> null;
      case StreamEnd.Reset(long code) -> new IOException("it reset the stream (" + code + ")");
      case StreamEnd.Refused(String detail) -> new IOException(detail);
      case StreamEnd.Invalid(String detail) -> new IOException("not HTTP/2: " + detail);
      case StreamEnd.Lost(Throwable cause) -> cause;
    };
  }
}
