package dev.goodput.relay;

import dev.goodput.wire.http.BodyFraming;
import dev.goodput.wire.http.RequestHead;
import dev.goodput.wire.http.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The forwarding of one response to a client. The head is rewritten without its hop-by-hop header
/// lines. The body is forwarded byte for byte, and each read is written before it is parsed.
final class ResponseForwarder {
  private static final int MAX_HEAD = 256 * 1024;

  private final Exchange exchange;
  private final ResponseWriter writer;
  private final RelayLoop loop;
  private final RequestHead requested;
  private final BodyFraming framing = BodyFraming.lenient();
  private HeadCollector heads = new HeadCollector(MAX_HEAD);
  private boolean begun;
  private boolean keepsUpstream;
  private boolean persists;

  /// Whether to remove the chunked coding from the body, because an HTTP/1.0 client does not know
  /// it.
  private boolean unchunks;

  private long lastRead;

  ResponseForwarder(
      Exchange exchange, ResponseWriter writer, RelayLoop loop, RequestHead requested) {
    this.exchange = exchange;
    this.writer = writer;
    this.loop = loop;
    this.requested = requested;
  }

  /// Whether a final status was sent to the client.
  boolean begun() {
    return begun;
  }

  /// Whether the response ends when the upstream closes its connection.
  boolean endsByClose() {
    return begun && framing.toClose();
  }

  /// Whether the client sees the end of its connection as the end of the response.
  boolean clientSeesClose() {
    return begun && (framing.toClose() || unchunks);
  }

  /// Whether the client's connection can carry another request.
  boolean persists() {
    return persists;
  }

  /// Returns when the response has paused for too long, or `Long.MAX_VALUE` before it starts.
  long idleDeadline() {
    return begun
        ? ExchangeDeadlines.after(lastRead, exchange.currentUpstream().idleNanos())
        : Long.MAX_VALUE;
  }

  /// Notes that bytes were forwarded without passing through this object.
  void passed(long now) {
    lastRead = now;
  }

  /// Discards a partial head before another attempt.
  void forget() {
    heads = new HeadCollector(MAX_HEAD);
  }

  /// Forwards the bytes of one read.
  void take(ByteBuf in, long now) {
    lastRead = now;
    if (begun) {
      body(null, in, now);
    } else {
      head(in, now);
    }
  }

  private void head(ByteBuf in, long now) {
    while (in.isReadable()) {
      byte[] whole = heads.take(in);
      if (whole == null) {
        if (heads.tooLong()) {
          exchange.malformed("headers over " + MAX_HEAD + " bytes", now);
        }
        return;
      }
      ResponseHead head = ResponseHead.of(whole);
      if (head == null) {
        exchange.malformed(ResponseHead.problem(whole), now);
        return;
      }
      if (head.status() == 101 && !requested.upgrades()) {
        exchange.malformed("101 where no other protocol was requested", now);
        return;
      }
      if (head.status() / 100 == 1 && head.status() != 101) {
        interim(head);
        continue;
      }
      if (!exchange.retryAfterStatus(head.status(), now)) {
        begin(head, in, now);
      }
      return;
    }
  }

  /// Forwards a 100 or 103 response, unless the client speaks HTTP/1.0.
  private void interim(ResponseHead head) {
    if (!requested.oneDotZero()) {
      writer.send(HeadRewriter.interim(head));
    }
  }

  private void begin(ResponseHead head, ByteBuf in, long now) {
    boolean toHead = requested.method().equals("HEAD");
    framing.begin(head, toHead);
    if (framing.problem() != null) {
      // Two readers could disagree on where the body ends and take the rest for another response.
      exchange.malformed(framing.problem(), now);
      return;
    }
    begun = true;
    boolean tunnel = head.status() == 101;
    keepsUpstream = head.keepAlive();
    loop.pool(exchange.currentUpstream()).applyKeepAlive(head);
    unchunks = framing.inChunks() && requested.oneDotZero();
    persists = exchange.persists() && !framing.toClose() && !unchunks;
    boolean tellsChunks = framing.inChunks() || (toHead && head.chunked());
    boolean chunked = tellsChunks && !tunnel && !requested.oneDotZero();
    RedirectRewriter redirects =
        new RedirectRewriter(requested, exchange.currentUpstream(), loop.secure());
    byte[] rewritten = HeadRewriter.answer(head, chunked, persists, redirects);
    exchange.listener().notifyListener(to -> to.responseHead(head, now));
    if (tunnel) {
      exchange.becomesTunnel();
      writer.send(rewritten, in);
      return;
    }
    if (framing.done()) {
      writer.send(rewritten);
      ended(in.isReadable(), now);
      return;
    }
    body(rewritten, in, now);
  }

  /// Forwards the bytes that belong to the response, and parses them. If the framing is malformed,
  /// the end of the body is unknown, so the client's response is cut too.
  private void body(byte @Nullable [] head, ByteBuf in, long now) {
    int own = framing.inChunks() ? chunks(head, in, now) : plain(head, in, now);
    String problem = framing.problem();
    if (framing.done()) {
      ended(own < in.readableBytes(), now);
    } else if (problem != null) {
      exchange.upstreamEnded(new IOException(problem), now);
    }
  }

  /// Writes before parsing, so that the client never waits for the parser.
  private int plain(byte @Nullable [] head, ByteBuf in, long now) {
    int own = own(in);
    send(head, first(in, own));
    int _ = parse(in, piece(in, in.readerIndex()), now);
    return own;
  }

  /// Writes before parsing, too, unless the last chunk may be in these bytes. Then it parses first:
  /// whatever follows the last chunk is not part of the response, and a pipelining client would
  /// take it for its next response.
  private int chunks(byte @Nullable [] head, ByteBuf in, long now) {
    if (unchunks) {
      return unchunked(head, in, now);
    }
    int all = in.readableBytes();
    int piece = piece(in, in.readerIndex());
    if (piece < all || framing.lastChunkMayBeIn(loop.scratch(), 0, piece)) {
      int own = parse(in, piece, now);
      send(head, first(in, own));
      return own;
    }
    send(head, in);
    int _ = parse(in, piece, now);
    return all;
  }

  /// Forwards only the payload of the chunks.
  private int unchunked(byte @Nullable [] head, ByteBuf in, long now) {
    GuardedListener listener = exchange.listener();
    byte[] scratch = loop.scratch();
    ByteBuf payload = Unpooled.buffer(in.readableBytes());
    int at = in.readerIndex();
    int length = piece(in, at);
    while (length > 0) {
      listener.notifyListener(to -> to.responseReadStarted(now));
      at +=
          framing.feed(
              scratch,
              0,
              length,
              (bytes, from, to) -> {
                payload.writeBytes(bytes, from, to - from);
                listener.body().body(bytes, from, to);
              });
      listener.notifyListener(to -> to.responseReadEnded(false));
      length = framing.done() || framing.problem() != null ? 0 : piece(in, at);
    }
    if (head != null || payload.isReadable()) {
      send(head, payload);
    }
    return at - in.readerIndex();
  }

  /// Copies the next bytes into the scratch buffer, as many as fit, and returns their number.
  private int piece(ByteBuf in, int at) {
    byte[] scratch = loop.scratch();
    int length = Math.min(in.writerIndex() - at, scratch.length);
    in.getBytes(at, scratch, 0, length);
    return length;
  }

  private static ByteBuf first(ByteBuf in, int own) {
    return own == in.readableBytes() ? in : in.slice(in.readerIndex(), own);
  }

  /// Returns how many bytes belong to the response, as far as is known without parsing.
  private int own(ByteBuf in) {
    long left = framing.left();
    int all = in.readableBytes();
    return left < 0 ? all : (int) Math.min(left, all);
  }

  private void send(byte @Nullable [] head, ByteBuf own) {
    if (head == null) {
      writer.send(own);
    } else {
      writer.send(head, own);
    }
    if (own.isReadable()) {
      exchange.listener().written(own.readableBytes(), loop.now());
    }
  }

  /// Parses the bytes of the response.
  ///
  /// @param piece how many bytes are already in the scratch buffer
  /// @return how many bytes belong to the response; all of them if the framing is malformed
  private int parse(ByteBuf in, int piece, long now) {
    GuardedListener listener = exchange.listener();
    byte[] scratch = loop.scratch();
    int at = in.readerIndex();
    int length = piece;
    while (length > 0) {
      int taken = framing.betweenChunks() ? listener.skim(scratch, length, now) : 0;
      if (taken < length) {
        listener.notifyListener(to -> to.responseReadStarted(now));
        taken += framing.feed(scratch, taken, length, listener.body());
        listener.notifyListener(to -> to.responseReadEnded(framing.betweenChunks()));
      }
      at += taken;
      length = framing.done() || framing.problem() != null ? 0 : piece(in, at);
    }
    return framing.problem() != null ? in.readableBytes() : at - in.readerIndex();
  }

  private void ended(boolean surplus, long now) {
    if (surplus) {
      loop.counts().add(RelayCounts.Event.OUT_OF_STEP);
      persists = false;
    }
    exchange.answered(keepsUpstream && !surplus, false, now);
  }
}
