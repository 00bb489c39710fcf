package dev.goodput.wire.http2;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Exception.StreamException;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// An HTTP/2 connection: the handler of its channel, after the TLS handler if there is one.
///
/// Writes are sent by [#flush()], or at the end of the current read.
public final class Http2Link extends Http2ConnectionHandler {
  private static final Logger LOG = LoggerFactory.getLogger(Http2Link.class);

  /// The last usable stream ID (RFC 9113 §5.1.1).
  private static final int LAST_STREAM = Integer.MAX_VALUE - 2;

  private final LinkOptions options;
  private final Streams streams;
  private @Nullable ChannelHandlerContext context;
  private @Nullable Throwable broken;
  private boolean ended;
  private boolean wide;

  Http2Link(
      Http2ConnectionDecoder decoder,
      Http2ConnectionEncoder encoder,
      Http2Settings settings,
      LinkOptions options,
      LinkListener linkListener) {
    super(decoder, encoder, settings);
    this.options = options;
    this.streams = new Streams(this, linkListener);
    decoder.frameListener(streams);
  }

  /// Returns a connection to be added to its channel's pipeline.
  public static Http2Link of(LinkOptions options, LinkListener linkListener) {
    return new LinkBuilder(options, linkListener).make();
  }

  private ChannelHandlerContext context() {
    return Objects.requireNonNull(context, "not in a pipeline");
  }

  /// Whether a stream can be opened now.
  public boolean hasRoom() {
    return !ended
        && !connection().goAwayReceived()
        && connection().local().canOpenStream()
        && connection().local().lastStreamCreated() < LAST_STREAM;
  }

  /// Returns how many concurrent streams the other side allows.
  public int maxStreams() {
    return connection().local().maxActiveStreams();
  }

  /// Returns how many streams are open.
  public int openStreams() {
    return connection().numActiveStreams();
  }

  /// Opens a stream with its head.
  ///
  /// @param last whether nothing follows the head
  public Opened open(Http2Headers fields, boolean last, StreamListener streamListener) {
    int stream = connection().local().incrementAndGetNextStreamId();
    ChannelFuture written = write(stream, fields, last);
    streams.opened(connection().stream(stream), streamListener, last);
    return new Opened(stream, written);
  }

  /// A stream that this side opened.
  ///
  /// @param stream stream ID
  /// @param written future of the head's write
  public record Opened(int stream, ChannelFuture written) {}

  /// Writes a head or trailers.
  ///
  /// @param last whether nothing follows
  public ChannelFuture headers(int stream, Http2Headers fields, boolean last) {
    streams.writes(connection().stream(stream), last);
    return write(stream, fields, last);
  }

  private ChannelFuture write(int stream, Http2Headers fields, boolean last) {
    ChannelHandlerContext at = context();
    return encoder().writeHeaders(at, stream, fields, 0, last, at.newPromise());
  }

  /// Writes a part of a body as far as the other side's flow-control windows allow, and keeps the
  /// rest.
  ///
  /// @param payload buffer, released by this method
  /// @param last whether nothing follows
  public ChannelFuture data(int stream, ByteBuf payload, boolean last) {
    ChannelHandlerContext at = context();
    streams.writes(connection().stream(stream), last);
    return encoder().writeData(at, stream, payload, 0, last, at.newPromise());
  }

  /// Whether data written on a stream would be sent at once. If not, the stream's taker is notified
  /// when it would.
  public boolean takesMore(int stream) {
    Http2Stream known = connection().stream(stream);
    return known != null && encoder().flowController().isWritable(known);
  }

  /// Whether a stream is open, if only in one direction.
  public boolean isOpen(int stream) {
    return !ended && connection().stream(stream) != null;
  }

  /// Resets a stream at once; its taker gets no further events.
  public void reset(int stream, Http2Error code) {
    Http2Stream known = connection().stream(stream);
    if (ended || known == null) {
      return;
    }
    streams.left(known);
    ChannelHandlerContext at = context();
    ChannelFuture _ = resetStream(at, stream, code.code(), at.newPromise());
    flush(at);
  }

  /// Returns bytes to the other side's flow-control window of a stream.
  public void taken(int stream, int bytes) {
    Http2Stream known = connection().stream(stream);
    if (ended || known == null) {
      return;
    }
    try {
      if (connection().local().flowController().consumeBytes(known, bytes)) {
        flush();
      }
    } catch (Http2Exception e) {
      onError(context(), true, e);
    }
  }

  /// Sends what was written.
  public void flush() {
    if (!ended) {
      flush(context());
    }
  }

  /// Sends a ping. Its acknowledgement counts as a read like any other frame.
  public void ping() {
    ChannelHandlerContext at = context();
    ChannelFuture _ = encoder().writePing(at, false, 0, at.newPromise());
    flush(at);
  }

  /// Sends GOAWAY, so that the other side opens no new streams; open ones continue.
  public void goAway() {
    ChannelHandlerContext at = context();
    int last = connection().remote().lastStreamCreated();
    ChannelFuture _ =
        goAway(at, last, Http2Error.NO_ERROR.code(), Unpooled.EMPTY_BUFFER, at.newPromise());
    flush(at);
  }

  /// Writes bytes that are not frames, to simulate a faulty peer.
  public void raw(byte[] bytes) {
    ChannelFuture _ = context().writeAndFlush(Unpooled.wrappedBuffer(bytes));
  }

  /// Closes the connection without waiting for its streams.
  public void cut() {
    ChannelFuture _ = context().close();
  }

  /// Closes at once; callers that want streams to finish wait for them first.
  @Override
  public void close(ChannelHandlerContext at, ChannelPromise promise) {
    ChannelFuture _ = at.close(promise);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext at) throws Exception {
    context = at;
    super.handlerAdded(at);
    widen(at);
  }

  @Override
  public void channelActive(ChannelHandlerContext at) throws Exception {
    super.channelActive(at);
    widen(at);
  }

  /// Enlarges the connection's window, which no setting covers, by a frame after the preface.
  private void widen(ChannelHandlerContext at) throws Http2Exception {
    if (wide || !at.channel().isActive()) {
      return;
    }
    wide = true;
    int more = options.connectionWindow() - LinkOptions.DEFAULT_WINDOW;
    connection()
        .local()
        .flowController()
        .incrementWindowSize(connection().connectionStream(), more);
    flush(at);
  }

  @Override
  public void channelInactive(ChannelHandlerContext at) throws Exception {
    end();
    super.channelInactive(at);
  }

  @Override
  @SuppressWarnings("deprecation") // Netty's handlers inherit it so.
  public void exceptionCaught(ChannelHandlerContext at, Throwable cause) {
    if (cause instanceof Http2Exception) {
      onError(at, false, cause);
    } else {
      fail(at, cause);
    }
  }

  @Override
  protected void onConnectionError(
      ChannelHandlerContext at, boolean outbound, Throwable cause, Http2Exception message) {
    broken = broken == null ? cause : broken;
    super.onConnectionError(at, outbound, cause, message);
    at.flush();
    fail(at, cause);
  }

  private void fail(ChannelHandlerContext at, Throwable cause) {
    broken = broken == null ? cause : broken;
    end();
    ChannelFuture _ = at.close();
  }

  private void end() {
    if (!ended) {
      ended = true;
      streams.ended(broken);
    }
  }

  @Override
  protected void onStreamError(
      ChannelHandlerContext at, boolean outbound, Throwable cause, StreamException message) {
    int stream = message.streamId();
    boolean unopened =
        !outbound && connection().isServer() && !connection().streamMayHaveExisted(stream);
    if (unopened) {
      open(stream);
    }
    Http2Stream known = connection().stream(stream);
    // A failure to write on this side is not an error of the peer.
    if (known != null && !outbound) {
      streams.invalid(known, String.valueOf(message.getMessage()));
    }
    // Frames that arrive on a stream that has ended need no second reset.
    if (known != null || unopened) {
      super.onStreamError(at, outbound, cause, message);
    } else if (!outbound) {
      countStrayFrame(at);
    }
  }

  /// Counts a frame on a stream that has ended.
  private void countStrayFrame(ChannelHandlerContext at) {
    try {
      if (connection().local().flowController() instanceof ClosedStreamGuard strays) {
        strays.complained();
      }
    } catch (Http2Exception e) {
      onError(at, false, e);
    }
  }

  /// Creates a stream whose head the codec rejected. The frames that follow the head then belong to
  /// this stream; on a stream that never existed, they would end the connection.
  private void open(int stream) {
    try {
      Http2Stream _ = connection().remote().createStream(stream, false);
    } catch (Http2Exception e) {
      // The peer has too many streams, or must open no more. Only this stream ID is reset.
      LOG.debug("stream {} is refused unopened: {}", stream, e.toString());
    }
  }

  @Nullable Throwable broken() {
    return broken;
  }
}
