package dev.goodput.relay;

import dev.goodput.wire.BadRequestException;
import dev.goodput.wire.http.BodyFraming;
import dev.goodput.wire.http.RequestHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A client's HTTP/1.1 connection, or one HTTP/2 stream in HTTP/1.1 form. It serves one exchange at
/// a time; bytes of a pipelined request are buffered.
final class ClientConnection extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(ClientConnection.class);
  private static final int MAX_EARLY = 64 * 1024;
  private static final long LINGER_NANOS = 2_000_000_000;

  /// The longest time a request body may be buffered for routing: it occupies memory that all
  /// requests share.
  private static final long LONGEST_HELD_NANOS = 600_000_000_000L;

  private final RelayLoop loop;
  private final RelayOptions options;
  private final Router router;
  private final ResponseWriter writer;
  private final HeadCollector heads;
  private final BodyFraming framing = BodyFraming.strict();
  private @Nullable Exchange exchange;
  private @Nullable ByteBuf early;
  private long receivedAt;
  private long bodyBytes;
  private long deadline;

  /// The bytes still to be taken by the client, as of the last check.
  private long waited;

  private boolean requestOpen;
  private boolean draining;
  private boolean refused;
  private boolean countUndelivered;

  ClientConnection(RelayLoop loop, RelayOptions options, Router router, ResponseWriter writer) {
    this.loop = loop;
    this.options = options;
    this.router = router;
    this.writer = writer;
    this.heads = new HeadCollector(options.maxHeadBytes());
    this.deadline = loop.now() + options.keepAliveNanos();
  }

  ResponseWriter writer() {
    return writer;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    opened();
  }

  /// The connection turned out to speak HTTP/2, and other handlers take over.
  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    loop.remove(this);
  }

  /// Starts the enforcement of this connection's time limits.
  void opened() {
    loop.add(this);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    try {
      received(bytes, loop.now());
    } finally {
      bytes.release();
    }
  }

  /// Handles bytes that the client sent.
  void received(ByteBuf in, long now) {
    try {
      while (in.isReadable() && !refused) {
        Exchange current = exchange;
        if (current == null && early == null) {
          head(in, now);
        } else if (current == null) {
          // Earlier bytes are handled first.
          keep(in);
        } else if (current.tunnels()) {
          current.forwardTunnel(in.readRetainedSlice(in.readableBytes()));
        } else if (requestOpen) {
          body(current, in, now);
        } else {
          keep(in);
        }
      }
      Exchange current = exchange;
      if (current != null) {
        current.flush();
      }
    } catch (BadRequestException e) {
      refuse(e.status(), "bad_request", String.valueOf(e.getMessage()), now);
    }
    if (refused) {
      in.skipBytes(in.readableBytes());
    }
  }

  private void head(ByteBuf in, long now) {
    if (!heads.begun()) {
      skipLineEnds(in);
      if (!in.isReadable()) {
        // No request has started, so the connection is still idle.
        return;
      }
      if (!RequestHead.begins(in.getByte(in.readerIndex()))) {
        throw new BadRequestException(400, "what came is no request of HTTP");
      }
      receivedAt = now;
      deadline = now + options.headNanos();
    }
    byte[] whole = heads.take(in);
    if (whole != null) {
      begin(RequestHead.parse(whole), now);
    } else if (heads.tooLong()) {
      throw new BadRequestException(
          431, "the head is longer than " + options.maxHeadBytes() + " bytes");
    }
  }

  /// Some clients send a line end after a body (RFC 9112 §2.2).
  private static void skipLineEnds(ByteBuf in) {
    while (in.isReadable()) {
      byte b = in.getByte(in.readerIndex());
      if (b != '\r' && b != '\n') {
        return;
      }
      in.skipBytes(1);
    }
  }

  private void begin(RequestHead head, long now) {
    if (head.bodyLength() > options.maxBodyBytes()) {
      throw tooLarge();
    }
    if (loop.detectLoop(head)) {
      sendError(508, "loop_detected", LoopHeader.WORDS, now);
      return;
    }
    Route route = router.route(head, receivedAt);
    framing.begin(head);
    bodyBytes = 0;
    requestOpen = !framing.done();
    deadline = requestOpen ? now + options.bodyIdleNanos() : Long.MAX_VALUE;
    Exchange next = new Exchange(this, loop, head, now);
    exchange = next;
    loop.counts().begun();
    next.start(route);
    if (!requestOpen && exchange != null) {
      next.requested(now);
    }
  }

  private void body(Exchange current, ByteBuf in, long now) {
    byte[] scratch = loop.scratch();
    int length = Math.min(in.readableBytes(), scratch.length);
    in.getBytes(in.readerIndex(), scratch, 0, length);
    int taken = framing.feed(scratch, 0, length, current::requestSeen);
    bodyBytes += taken;
    if (framing.problem() != null) {
      throw new BadRequestException(400, "the body is malformed: " + framing.problem());
    }
    if (bodyBytes > options.maxBodyBytes()) {
      throw tooLarge();
    }
    current.requestBytes(in.readRetainedSlice(taken));
    if (!current.equals(exchange)) {
      return;
    }
    deadline = bodyDeadline(current, now);
    if (framing.done()) {
      requestOpen = false;
      deadline = Long.MAX_VALUE;
      current.requested(now);
    }
  }

  private long bodyDeadline(Exchange current, long now) {
    long idle = now + options.bodyIdleNanos();
    long whole = receivedAt + Math.max(LONGEST_HELD_NANOS, options.bodyIdleNanos());
    return current.waitsForBody() ? Math.min(idle, whole) : idle;
  }

  private BadRequestException tooLarge() {
    return new BadRequestException(
        413, "the body is longer than " + options.maxBodyBytes() + " bytes");
  }

  /// Buffers bytes of the next request while one is in progress.
  private void keep(ByteBuf in) {
    ByteBuf waiting = early;
    if (waiting == null) {
      waiting = Unpooled.buffer(in.readableBytes());
      early = waiting;
    }
    waiting.writeBytes(in);
    if (waiting.readableBytes() > MAX_EARLY) {
      writer.reads(false);
    }
  }

  /// Forwards the bytes that the client sent before the protocol switch: they belong to the new
  /// protocol.
  void tunnels(Exchange exchange) {
    ByteBuf waiting = early;
    early = null;
    if (waiting != null) {
      exchange.forwardTunnel(waiting);
      exchange.flush();
    }
  }

  /// Whether the client's connection can carry another request after the current one.
  boolean persists(RequestHead head) {
    return head.keepAlive() && !draining && !requestOpen && !refused;
  }

  /// Ends the exchange after its response was written, and goes on with the next request.
  ///
  /// @param persists whether the connection can carry another request
  void answered(boolean persists) {
    exchange = null;
    deadline = loop.now() + options.keepAliveNanos();
    waited = writer.pendingBytes();
    if (!persists || draining || requestOpen) {
      leave();
      loop.counts().over();
      return;
    }
    loop.counts().over();
    writer.reads(true);
    if (early != null) {
      // Run later, so that responses that need no waiting do not recurse through the buffered
      // requests.
      loop.loop().execute(this::again);
    }
  }

  /// Closes the connection once everything is written. If the client is still sending, its bytes
  /// are read and dropped for a while, because closing the socket over unread bytes would destroy
  /// the response.
  private void leave() {
    boolean sends = requestOpen;
    requestOpen = false;
    refused = true;
    countUndelivered();
    if (sends) {
      deadline = loop.now() + LINGER_NANOS;
      writer.reads(true);
      writer.finishOutput();
    } else {
      writer.finish();
    }
  }

  /// Counts this connection as undelivered until the client has taken everything; a drain waits for
  /// that.
  private void countUndelivered() {
    if (!countUndelivered && writer.pendingBytes() > 0) {
      countUndelivered = true;
      loop.counts().undelivered();
    }
  }

  private void again() {
    ByteBuf waiting = early;
    early = null;
    if (waiting == null) {
      return;
    }
    try {
      if (writer.open()) {
        received(waiting, loop.now());
      }
    } finally {
      waiting.release();
    }
  }

  /// Breaks off the client's response so that the client cannot take it for complete.
  ///
  /// @param reset whether to reset the connection instead of closing it
  void cut(boolean reset) {
    exchange = null;
    requestOpen = false;
    refused = true;
    countUndelivered();
    loop.counts().over();
    deadline = stallDeadline();
    if (reset) {
      writer.reset();
    } else {
      writer.finish();
    }
  }

  /// Sends `100 Continue` if the client waits for it before sending its body. The gateway sends it
  /// when the route depends on the body, because no upstream is chosen yet.
  ///
  /// @return whether it was sent
  boolean sendContinueIfExpected(RequestHead head) {
    boolean waits = !head.oneDotZero() && head.joined("expect").equals("100-continue");
    if (waits) {
      writer.send(LocalResponses.sendContinue());
    }
    return waits;
  }

  /// Stops or resumes reading from the client.
  void reads(boolean on) {
    writer.reads(on);
  }

  /// Rejects the client's request and closes the connection.
  void refuse(int status, String type, String message, long now) {
    loop.counts().add(RelayCounts.Event.MALFORMED);
    sendError(status, type, message, now);
  }

  private void sendError(int status, String type, String message, long now) {
    Exchange current = exchange;
    exchange = null;
    requestOpen = true;
    if (current != null && current.refuseInProgress(status, type, now)) {
      cut(true);
      return;
    }
    writer.send(LocalResponses.error(status, type, message, false));
    leave();
    if (current != null) {
      loop.counts().over();
    }
  }

  /// Closes the connection without an error response, because what the client sent is not valid
  /// HTTP.
  void invalid() {
    Exchange current = exchange;
    if (current != null) {
      loop.counts().add(RelayCounts.Event.MALFORMED);
      boolean _ = current.refuseInProgress(400, "bad_request", loop.now());
    }
    gone();
  }

  long deadlineNanos() {
    Exchange current = exchange;
    return current == null ? deadline : Math.min(deadline, current.deadlineNanos());
  }

  /// Handles an expired time limit.
  void overdue(long now) {
    Exchange current = exchange;
    if (current != null && current.deadlineNanos() <= now) {
      current.overdue(now);
    } else if (requestOpen && !writer.reading()) {
      // The gateway itself paused reading, so the client is not late.
      deadline = now + options.bodyIdleNanos();
    } else if (!refused && (heads.begun() || requestOpen)) {
      refuse(408, "request_timeout", "the request did not come in time", now);
    } else if (takes()) {
      deadline = now + options.bodyIdleNanos();
    } else {
      writer.close();
    }
  }

  /// Accepts no further requests. The current exchange continues, and so does the delivery of a
  /// response that is already written.
  void drain() {
    draining = true;
    if (exchange == null && !heads.begun() && !refused) {
      leave();
    }
  }

  /// Closes the connection at once. A stream that is closed from this side triggers no callback, so
  /// the end is handled here.
  void breakOff() {
    writer.breakOff(exchange != null);
    gone();
  }

  /// Returns when the client counts as stalled if it reads nothing from now on.
  long stallDeadline() {
    waited = writer.pendingBytes();
    return loop.now() + options.bodyIdleNanos();
  }

  /// Whether the client has read anything since the last check.
  boolean takes() {
    long before = waited;
    waited = writer.pendingBytes();
    return waited < before;
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    writable();
  }

  /// Handles a change in whether the client can take more.
  void writable() {
    Exchange current = exchange;
    if (current != null) {
      current.clientWritable(writer.writable());
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (!(cause instanceof IOException) && !(cause instanceof DecoderException)) {
      LOG.error("a fault of ours on a client connection", cause);
    }
    writer.close();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    loop.counts().disconnected();
    gone();
  }

  /// Handles the end of the client's connection.
  void gone() {
    loop.remove(this);
    if (countUndelivered) {
      countUndelivered = false;
      loop.counts().delivered();
    }
    ByteBuf waiting = early;
    early = null;
    if (waiting != null) {
      waiting.release();
    }
    Exchange current = exchange;
    exchange = null;
    if (current != null) {
      loop.counts().over();
      current.clientGone(loop.closed(), loop.now());
    }
  }
}
