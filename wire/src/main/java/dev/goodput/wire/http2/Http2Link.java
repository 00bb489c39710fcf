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

/// One HTTP/2 connection: the handler of its channel, behind TLS where there is TLS.
///
/// What is written leaves with [#flush()], or with the end of the read under way.
public final class Http2Link extends Http2ConnectionHandler {
  private static final Logger LOG = LoggerFactory.getLogger(Http2Link.class);

  /// Behind it there are no numbers left (RFC 9113 §5.1.1).
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
      LinkOwner owner) {
    super(decoder, encoder, settings);
    this.options = options;
    this.streams = new Streams(this, owner);
    decoder.frameListener(streams);
  }

  /// A connection that is still to be put into its channel's pipeline.
  public static Http2Link of(LinkOptions options, LinkOwner owner) {
    return new LinkBuilder(options, owner).make();
  }

  private ChannelHandlerContext context() {
    return Objects.requireNonNull(context, "not in a pipeline");
  }

  /// Whether a stream may be opened now.
  public boolean hasRoom() {
    return !ended
        && !connection().goAwayReceived()
        && connection().local().canOpenStream()
        && connection().local().lastStreamCreated() < LAST_STREAM;
  }

  /// How many streams the other side allows at once.
  public int maxStreams() {
    return connection().local().maxActiveStreams();
  }

  /// Streams that are open now.
  public int openStreams() {
    return connection().numActiveStreams();
  }

  /// Opens a stream with its head.
  ///
  /// @param last whether nothing follows the head
  public Opened open(Http2Headers fields, boolean last, StreamTaker taker) {
    int stream = connection().local().incrementAndGetNextStreamId();
    ChannelFuture written = write(stream, fields, last);
    streams.opened(connection().stream(stream), taker, last);
    return new Opened(stream, written);
  }

  /// A stream of ours.
  ///
  /// @param stream its number
  /// @param written its head is on its way, or failed
  public record Opened(int stream, ChannelFuture written) {}

  /// Writes a head, or trailers.
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

  /// Writes a part of a body, as far as the other side's windows let it, and keeps the rest.
  ///
  /// @param payload is released
  /// @param last whether nothing follows
  public ChannelFuture data(int stream, ByteBuf payload, boolean last) {
    ChannelHandlerContext at = context();
    streams.writes(connection().stream(stream), last);
    return encoder().writeData(at, stream, payload, 0, last, at.newPromise());
  }

  /// Whether what is written on a stream would leave at once; where not, its taker hears once it
  /// would.
  public boolean takesMore(int stream) {
    Http2Stream known = connection().stream(stream);
    return known != null && encoder().flowController().isWritable(known);
  }

  /// Whether a stream is open, if only to one side.
  public boolean isOpen(int stream) {
    return !ended && connection().stream(stream) != null;
  }

  /// Gives a stream up at once; its taker hears nothing more.
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

  /// The other side may send this much more on a stream.
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

  /// Asks the other side for a sign of life: what it answers is read as anything else is.
  public void ping() {
    ChannelHandlerContext at = context();
    ChannelFuture _ = encoder().writePing(at, false, 0, at.newPromise());
    flush(at);
  }

  /// Tells the other side to open no new stream here; those that are open go on.
  public void goAway() {
    ChannelHandlerContext at = context();
    int last = connection().remote().lastStreamCreated();
    ChannelFuture _ =
        goAway(at, last, Http2Error.NO_ERROR.code(), Unpooled.EMPTY_BUFFER, at.newPromise());
    flush(at);
  }

  /// Writes bytes that are no frames, as no peer should.
  public void raw(byte[] bytes) {
    ChannelFuture _ = context().writeAndFlush(Unpooled.wrappedBuffer(bytes));
  }

  /// Closes the connection under its streams.
  public void cut() {
    ChannelFuture _ = context().close();
  }

  /// Closes it at once: whoever wants streams to go on waits for them.
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

  /// The connection's window has no setting: it grows by a frame behind the preface.
  private void widen(ChannelHandlerContext at) throws Http2Exception {
    if (wide || !at.channel().isActive()) {
      return;
    }
    wide = true;
    int more = options.connectionWindow() - LinkOptions.USUAL_WINDOW;
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
      breakOff(at, cause);
    }
  }

  @Override
  protected void onConnectionError(
      ChannelHandlerContext at, boolean outbound, Throwable cause, Http2Exception said) {
    broken = broken == null ? cause : broken;
    super.onConnectionError(at, outbound, cause, said);
    at.flush();
    breakOff(at, cause);
  }

  private void breakOff(ChannelHandlerContext at, Throwable cause) {
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
      ChannelHandlerContext at, boolean outbound, Throwable cause, StreamException said) {
    int stream = said.streamId();
    boolean unopened =
        !outbound && connection().isServer() && !connection().streamMayHaveExisted(stream);
    if (unopened) {
      open(stream);
    }
    Http2Stream known = connection().stream(stream);
    // What of ours can be written no more is no fault of the other side's.
    if (known != null && !outbound) {
      streams.invalid(known, String.valueOf(said.getMessage()));
    }
    // What still comes on a stream that is over needs no second reset.
    if (known != null || unopened) {
      super.onStreamError(at, outbound, cause, said);
    } else if (!outbound) {
      stray(at);
    }
  }

  /// Something came on a stream that is over.
  private void stray(ChannelHandlerContext at) {
    try {
      if (connection().local().flowController() instanceof StrayFrames strays) {
        strays.complained();
      }
    } catch (Http2Exception e) {
      onError(at, false, e);
    }
  }

  /// Makes a stream whose head the codec refused before there was one: what the other side sent
  /// behind that head belongs to it, and not to a stream that never was, which would end the
  /// connection.
  private void open(int stream) {
    try {
      Http2Stream _ = connection().remote().createStream(stream, false);
    } catch (Http2Exception e) {
      // The other side has too many, or was told to open no more: its number alone is reset.
      LOG.debug("stream {} is refused unopened: {}", stream, e.toString());
    }
  }

  @Nullable Throwable broken() {
    return broken;
  }
}
