package dev.goodput.wire.relay;

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

/// One client's connection: requests one after another, each an exchange; what comes early waits.
final class ClientConnection extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(ClientConnection.class);
  private static final int MOST_EARLY = 64 * 1024;
  private static final long LINGER_NANOS = 2_000_000_000;

  /// A body that is held until it is whole takes memory of all: it may come slowly, not for ever.
  private static final long LONGEST_HELD_NANOS = 600_000_000_000L;

  private final RelayLoop loop;
  private final RelayOptions options;
  private final Switchboard board;
  private final Outlet outlet;
  private final HeadCollector heads;
  private final BodyFraming framing = BodyFraming.strict();
  private @Nullable Exchange exchange;
  private @Nullable ByteBuf early;
  private long receivedAt;
  private long bodyBytes;
  private long deadline;

  /// What waited to be taken by the client when that was last looked at.
  private long waited;

  private boolean requestOpen;
  private boolean draining;
  private boolean refused;
  private boolean owes;

  ClientConnection(RelayLoop loop, RelayOptions options, Switchboard board, Outlet outlet) {
    this.loop = loop;
    this.options = options;
    this.board = board;
    this.outlet = outlet;
    this.heads = new HeadCollector(options.mostHeadBytes());
    this.deadline = loop.now() + options.keepAliveNanos();
  }

  Outlet outlet() {
    return outlet;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    opened();
  }

  /// It turned out to be one of HTTP/2, which others read.
  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    loop.remove(this);
  }

  /// Its limits are watched from now on.
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

  /// Takes in what the client sent.
  void received(ByteBuf in, long now) {
    try {
      while (in.isReadable() && !refused) {
        Exchange current = exchange;
        if (current == null && early == null) {
          head(in, now);
        } else if (current == null) {
          // What came before it has its turn first.
          keep(in);
        } else if (current.tunnels()) {
          current.tunnelled(in.readRetainedSlice(in.readableBytes()));
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
        // Nothing has begun: the connection is as idle as it was.
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
          431, "the head is longer than " + options.mostHeadBytes() + " bytes");
    }
  }

  /// Some clients send a line end behind a body (RFC 9112 §2.2).
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
    if (head.bodyLength() > options.mostBodyBytes()) {
      throw tooLarge();
    }
    if (loop.goesRound(head)) {
      turnAway(508, "loop_detected", LoopMark.WORDS, now);
      return;
    }
    Route route = board.route(head, receivedAt);
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
    if (bodyBytes > options.mostBodyBytes()) {
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
        413, "the body is longer than " + options.mostBodyBytes() + " bytes");
  }

  /// Bytes behind the request under way, for the next one.
  private void keep(ByteBuf in) {
    ByteBuf waiting = early;
    if (waiting == null) {
      waiting = Unpooled.buffer(in.readableBytes());
      early = waiting;
    }
    waiting.writeBytes(in);
    if (waiting.readableBytes() > MOST_EARLY) {
      outlet.reads(false);
    }
  }

  /// What the client sent before it knew of the other protocol belongs to that one.
  void tunnels(Exchange exchange) {
    ByteBuf waiting = early;
    early = null;
    if (waiting != null) {
      exchange.tunnelled(waiting);
      exchange.flush();
    }
  }

  /// Whether the client's connection is to carry another request after the one under way.
  boolean persists(RequestHead head) {
    return head.keepAlive() && !draining && !requestOpen && !refused;
  }

  /// The exchange is over and its answer written; the next request has its turn.
  void answered(boolean persists) {
    exchange = null;
    deadline = loop.now() + options.keepAliveNanos();
    waited = outlet.pendingBytes();
    if (!persists || draining || requestOpen) {
      leave();
      loop.counts().over();
      return;
    }
    loop.counts().over();
    outlet.reads(true);
    if (early != null) {
      // Not at once: answers that are at hand must not recurse through all that came early.
      loop.loop().execute(this::again);
    }
  }

  /// Closes when all is written; what a client still sends is read and dropped for a while, as a
  /// connection that is closed over it would take the answer away with it.
  private void leave() {
    boolean sends = requestOpen;
    requestOpen = false;
    refused = true;
    owes();
    if (sends) {
      deadline = loop.now() + LINGER_NANOS;
      outlet.reads(true);
      outlet.finishOutput();
    } else {
      outlet.finish();
    }
  }

  /// Counts it for as long as its client has not taken all: whoever drains waits for that.
  private void owes() {
    if (!owes && outlet.pendingBytes() > 0) {
      owes = true;
      loop.counts().owes();
    }
  }

  private void again() {
    ByteBuf waiting = early;
    early = null;
    if (waiting == null) {
      return;
    }
    try {
      if (outlet.open()) {
        received(waiting, loop.now());
      }
    } finally {
      waiting.release();
    }
  }

  /// The exchange broke off, and the client must not take it for whole.
  ///
  /// @param reset whether it broke by a reset
  void cut(boolean reset) {
    exchange = null;
    requestOpen = false;
    refused = true;
    owes();
    loop.counts().over();
    deadline = stallDeadline();
    if (reset) {
      outlet.reset();
    } else {
      outlet.finish();
    }
  }

  /// Tells a client to go on that waits for a word before it sends its body: where the body tells
  /// who is asked, there is nobody else to say it.
  ///
  /// @return whether it was told
  boolean goesOn(RequestHead head) {
    boolean waits = !head.oneDotZero() && head.joined("expect").equals("100-continue");
    if (waits) {
      outlet.send(Replies.goOn());
    }
    return waits;
  }

  /// Has the client wait, or go on, with what it sends.
  void reads(boolean on) {
    outlet.reads(on);
  }

  /// Refuses what the client sends, and closes.
  void refuse(int status, String type, String message, long now) {
    loop.counts().refused();
    turnAway(status, type, message, now);
  }

  private void turnAway(int status, String type, String message, long now) {
    Exchange current = exchange;
    exchange = null;
    requestOpen = true;
    if (current != null && current.refusedMidway(status, type, now)) {
      cut(true);
      return;
    }
    outlet.send(Replies.error(status, type, message, false));
    leave();
    if (current != null) {
      loop.counts().over();
    }
  }

  /// What came on the client's stream was no HTTP: it is closed, and there is nobody to be told.
  void invalid() {
    Exchange current = exchange;
    if (current != null) {
      loop.counts().refused();
      boolean _ = current.refusedMidway(400, "bad_request", loop.now());
    }
    gone();
  }

  long deadlineNanos() {
    Exchange current = exchange;
    return current == null ? deadline : Math.min(deadline, current.deadlineNanos());
  }

  /// A time limit ran off.
  void overdue(long now) {
    Exchange current = exchange;
    if (current != null && current.deadlineNanos() <= now) {
      current.overdue(now);
    } else if (requestOpen && !outlet.reading()) {
      // It is us who have the client wait.
      deadline = now + options.bodyIdleNanos();
    } else if (!refused && (heads.begun() || requestOpen)) {
      refuse(408, "request_timeout", "the request did not come in time", now);
    } else if (takes()) {
      deadline = now + options.bodyIdleNanos();
    } else {
      outlet.close();
    }
  }

  /// Nothing new is taken up; what is under way goes on, and so does what a client is still to take
  /// of an answer that is written.
  void drain() {
    draining = true;
    if (exchange == null && !heads.begun() && !refused) {
      leave();
    }
  }

  /// Of a stream that is closed from here nobody is told: the end is told at once.
  void breakOff() {
    outlet.breakOff(exchange != null);
    gone();
  }

  /// When a client that takes nothing from now on has stalled.
  long stallDeadline() {
    waited = outlet.pendingBytes();
    return loop.now() + options.bodyIdleNanos();
  }

  /// Whether the client took something since this was last looked at, however slowly.
  boolean takes() {
    long before = waited;
    waited = outlet.pendingBytes();
    return waited < before;
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    writable();
  }

  /// The client takes more again, or no more.
  void writable() {
    Exchange current = exchange;
    if (current != null) {
      current.clientWritable(outlet.writable());
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (!(cause instanceof IOException) && !(cause instanceof DecoderException)) {
      LOG.error("a fault of ours on a client connection", cause);
    }
    outlet.close();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    loop.counts().disconnected();
    gone();
  }

  /// The client is gone.
  void gone() {
    loop.remove(this);
    if (owes) {
      owes = false;
      loop.counts().settled();
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
