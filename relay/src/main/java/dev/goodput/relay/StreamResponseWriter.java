package dev.goodput.relay;

import dev.goodput.wire.http.BodyFraming;
import dev.goodput.wire.http.ResponseHead;
import dev.goodput.wire.http2.HeadTranslator;
import dev.goodput.wire.http2.Http2Link;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http2.Http2Error;
import org.jspecify.annotations.Nullable;

/// The writer to a client's HTTP/2 stream. Heads become header fields, body framing becomes DATA
/// frames, and the payload is unchanged.
final class StreamResponseWriter implements ResponseWriter {
  private static final int MAX_HEAD = 256 * 1024;

  private final Http2Link link;
  private final int stream;
  private final boolean toHead;
  private final byte[] scratch;
  private final Runnable onReset;
  private final HeadCollector heads = new HeadCollector(MAX_HEAD);
  private final BodyFraming framing = BodyFraming.lenient();
  private @Nullable ResponseHead head;
  private @Nullable ChannelFuture written;
  private boolean reading = true;
  private boolean over;

  /// Whether the stream is being closed, after a complete or a broken-off response.
  private boolean closing;

  private int owed;
  private long pending;

  /// @param toHead whether the request's method is HEAD
  /// @param scratch buffer for parsing, whose content is consumed before each call returns
  /// @param onReset called when this side resets the stream, which its taker is not notified of
  StreamResponseWriter(
      Http2Link link, int stream, boolean toHead, byte[] scratch, Runnable onReset) {
    this.link = link;
    this.stream = stream;
    this.toHead = toHead;
    this.scratch = scratch;
    this.onReset = onReset;
  }

  @Override
  public void send(ByteBuf bytes) {
    take(bytes.duplicate());
    link.flush();
  }

  @Override
  public void send(byte[] start, ByteBuf bytes) {
    take(Unpooled.wrappedBuffer(start));
    take(bytes.duplicate());
    link.flush();
  }

  @Override
  public void send(byte[] bytes) {
    take(Unpooled.wrappedBuffer(bytes));
    link.flush();
  }

  private void take(ByteBuf in) {
    while (in.isReadable() && !over) {
      if (head == null) {
        head(in);
      } else if (!body(in)) {
        return;
      }
    }
  }

  private void head(ByteBuf in) {
    byte[] whole = heads.take(in);
    ResponseHead came = whole == null ? null : ResponseHead.of(whole);
    if (came == null) {
      return;
    }
    boolean interim = came.status() / 100 == 1;
    if (!interim) {
      head = came;
      framing.begin(came, toHead);
    }
    over = !interim && framing.done();
    written = link.headers(stream, HeadTranslator.fields(came), over);
  }

  /// Sends a part of the body. Returns whether there may be more.
  private boolean body(ByteBuf in) {
    int length = Math.min(in.readableBytes(), scratch.length);
    in.getBytes(in.readerIndex(), scratch, 0, length);
    int taken = framing.feed(scratch, 0, length, this::payload);
    in.skipBytes(taken);
    if (framing.done()) {
      end();
    }
    return taken > 0;
  }

  private void payload(byte[] bytes, int from, int to) {
    // With a known length, this may be the last part of the body.
    over = framing.done();
    int length = to - from;
    pending += length;
    ChannelFuture piece = link.data(stream, Unpooled.copiedBuffer(bytes, from, length), over);
    piece.addListener(_ -> pending -= length);
    written = piece;
  }

  private void end() {
    if (over) {
      return;
    }
    over = true;
    byte[] trailers = framing.trailers();
    written =
        trailers.length > 0
            ? link.headers(stream, HeadTranslator.trailers(trailers), true)
            : link.data(stream, Unpooled.EMPTY_BUFFER, true);
  }

  /// Returns how many of the bytes just received to return to the client's flow-control window.
  int takes(int bytes) {
    owed += reading ? 0 : bytes;
    return reading ? bytes : 0;
  }

  @Override
  public boolean writable() {
    return over || link.takesMore(stream);
  }

  @Override
  public long pendingBytes() {
    return pending;
  }

  @Override
  public void reads(boolean on) {
    reading = on;
    if (on && owed > 0) {
      int all = owed;
      owed = 0;
      link.taken(stream, all);
    }
  }

  @Override
  public boolean reading() {
    return reading;
  }

  @Override
  public boolean open() {
    return link.isOpen(stream);
  }

  /// Ends the stream cleanly if the body ends with the connection; otherwise cuts it.
  @Override
  public void finish() {
    if (!over && head != null && framing.toClose()) {
      end();
      link.flush();
    } else {
      reset();
    }
  }

  @Override
  public void finishOutput() {
    finish();
  }

  /// After a complete response, the reset only means that nothing more is read (RFC 9113 §8.1).
  @Override
  public void reset() {
    closing = true;
    Http2Error code = over ? Http2Error.NO_ERROR : Http2Error.INTERNAL_ERROR;
    over = true;
    ChannelFuture waits = written;
    if (waits == null || waits.isDone()) {
      giveUp(code);
    } else {
      waits.addListener(_ -> giveUp(code));
    }
  }

  private void giveUp(Http2Error code) {
    link.reset(stream, code);
    onReset.run();
  }

  /// Closes at once, but lets a complete response leave first.
  @Override
  public void close() {
    if (over && !closing) {
      reset();
    } else {
      over = true;
      giveUp(Http2Error.CANCEL);
    }
  }
}
