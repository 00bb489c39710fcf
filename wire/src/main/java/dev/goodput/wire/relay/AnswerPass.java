package dev.goodput.wire.relay;

import dev.goodput.wire.http.BodyFraming;
import dev.goodput.wire.http.RequestHead;
import dev.goodput.wire.http.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// An answer on its way through: its head with the lines of one connection changed, its body byte
/// for byte, each read written before it is looked at.
final class AnswerPass {
  private static final int MOST_HEAD = 256 * 1024;

  private final Exchange exchange;
  private final Outlet outlet;
  private final RelayLoop loop;
  private final RequestHead asked;
  private final BodyFraming framing = BodyFraming.lenient();
  private HeadCollector heads = new HeadCollector(MOST_HEAD);
  private boolean begun;
  private boolean keepsUpstream;
  private boolean persists;

  /// Whether chunks are taken off the body: a client of HTTP/1.0 knows of none.
  private boolean unchunks;

  private long lastRead;

  AnswerPass(Exchange exchange, Outlet outlet, RelayLoop loop, RequestHead asked) {
    this.exchange = exchange;
    this.outlet = outlet;
    this.loop = loop;
    this.asked = asked;
  }

  /// Whether the client was told a final status.
  boolean begun() {
    return begun;
  }

  /// Whether the end of the connection is the answer's end.
  boolean endsByClose() {
    return begun && framing.toClose();
  }

  /// Whether the client takes the end of its connection for the answer's end.
  boolean clientSeesClose() {
    return begun && (framing.toClose() || unchunks);
  }

  /// Whether the client's connection carries another request.
  boolean persists() {
    return persists;
  }

  /// When it has paused for too long.
  long idleDeadline() {
    return begun ? Limits.after(lastRead, exchange.upstreamAsked().idleNanos()) : Long.MAX_VALUE;
  }

  /// Something went through, though this did not see it.
  void passed(long now) {
    lastRead = now;
  }

  /// Another attempt begins.
  void forget() {
    heads = new HeadCollector(MOST_HEAD);
  }

  /// Takes one read in.
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
          exchange.malformed("headers over " + MOST_HEAD + " bytes", now);
        }
        return;
      }
      ResponseHead head = ResponseHead.of(whole);
      if (head == null) {
        exchange.malformed(ResponseHead.problem(whole), now);
        return;
      }
      if (head.status() == 101 && !asked.upgrades()) {
        exchange.malformed("101 where no other protocol was asked for", now);
        return;
      }
      if (head.status() / 100 == 1 && head.status() != 101) {
        interim(head);
        continue;
      }
      if (!exchange.triesAgainAfter(head.status(), now)) {
        begin(head, in, now);
      }
      return;
    }
  }

  /// A 100 or 103: for a client that knows of them.
  private void interim(ResponseHead head) {
    if (!asked.oneDotZero()) {
      outlet.send(HeadRewriter.interim(head));
    }
  }

  private void begin(ResponseHead head, ByteBuf in, long now) {
    boolean toHead = asked.method().equals("HEAD");
    framing.begin(head, toHead);
    if (framing.problem() != null) {
      // Two readers would see two ends, and one of them an answer that nobody gave.
      exchange.malformed(framing.problem(), now);
      return;
    }
    begun = true;
    boolean tunnel = head.status() == 101;
    keepsUpstream = head.keepAlive();
    loop.pool(exchange.upstreamAsked()).heard(head);
    unchunks = framing.inChunks() && asked.oneDotZero();
    persists = exchange.persists() && !framing.toClose() && !unchunks;
    boolean tellsChunks = framing.inChunks() || (toHead && head.chunked());
    boolean chunked = tellsChunks && !tunnel && !asked.oneDotZero();
    Redirects redirects = new Redirects(asked, exchange.upstreamAsked(), loop.secure());
    byte[] rewritten = HeadRewriter.answer(head, chunked, persists, redirects);
    exchange.witness().answerHead(head, now);
    if (tunnel) {
      exchange.becomesTunnel();
      outlet.send(rewritten, in);
      return;
    }
    if (framing.done()) {
      outlet.send(rewritten);
      ended(in.isReadable(), now);
      return;
    }
    body(rewritten, in, now);
  }

  /// Sends what belongs to the answer, and looks at it. Where its framing is broken, nobody knows
  /// its end: it is broken off for the client too.
  private void body(byte @Nullable [] head, ByteBuf in, long now) {
    int own = framing.inChunks() ? chunks(head, in, now) : plain(head, in, now);
    String problem = framing.problem();
    if (framing.done()) {
      ended(own < in.readableBytes(), now);
    } else if (problem != null) {
      exchange.upstreamEnded(new IOException(problem), now);
    }
  }

  /// Sends first: the client waits for nobody.
  private int plain(byte @Nullable [] head, ByteBuf in, long now) {
    int own = own(in);
    send(head, first(in, own));
    int _ = look(in, piece(in, in.readerIndex()), now);
    return own;
  }

  /// Sends first as well. Only where the last chunk may be among it, it is looked at first: what
  /// lies behind is no part of the answer, and a client that has asked for more would take it for
  /// the answer to that.
  private int chunks(byte @Nullable [] head, ByteBuf in, long now) {
    if (unchunks) {
      return unchunked(head, in, now);
    }
    int all = in.readableBytes();
    int piece = piece(in, in.readerIndex());
    if (piece < all || framing.lastChunkMayBeIn(loop.scratch(), 0, piece)) {
      int own = look(in, piece, now);
      send(head, first(in, own));
      return own;
    }
    send(head, in);
    int _ = look(in, piece, now);
    return all;
  }

  /// Sends the payload of chunks alone.
  private int unchunked(byte @Nullable [] head, ByteBuf in, long now) {
    Watching witness = exchange.witness();
    byte[] scratch = loop.scratch();
    ByteBuf payload = Unpooled.buffer(in.readableBytes());
    int at = in.readerIndex();
    int length = piece(in, at);
    while (length > 0) {
      witness.answerRead(now);
      at +=
          framing.feed(
              scratch,
              0,
              length,
              (bytes, from, to) -> {
                payload.writeBytes(bytes, from, to - from);
                witness.body().body(bytes, from, to);
              });
      witness.answerWasRead(false);
      length = framing.done() || framing.problem() != null ? 0 : piece(in, at);
    }
    if (head != null || payload.isReadable()) {
      send(head, payload);
    }
    return at - in.readerIndex();
  }

  /// Copies what comes next to where it can be looked at, as much as there is room for.
  private int piece(ByteBuf in, int at) {
    byte[] scratch = loop.scratch();
    int length = Math.min(in.writerIndex() - at, scratch.length);
    in.getBytes(at, scratch, 0, length);
    return length;
  }

  private static ByteBuf first(ByteBuf in, int own) {
    return own == in.readableBytes() ? in : in.slice(in.readerIndex(), own);
  }

  /// How much belongs to the answer, as far as it is known without looking.
  private int own(ByteBuf in) {
    long left = framing.left();
    int all = in.readableBytes();
    return left < 0 ? all : (int) Math.min(left, all);
  }

  private void send(byte @Nullable [] head, ByteBuf own) {
    if (head == null) {
      outlet.send(own);
    } else {
      outlet.send(head, own);
    }
    if (own.isReadable()) {
      exchange.witness().written(own.readableBytes(), loop.now());
    }
  }

  /// Takes in what belongs to the answer.
  ///
  /// @param piece how much of it has been copied
  /// @return how much that is: all of it where its framing is broken
  private int look(ByteBuf in, int piece, long now) {
    Watching witness = exchange.witness();
    byte[] scratch = loop.scratch();
    int at = in.readerIndex();
    int length = piece;
    while (length > 0) {
      int taken = framing.betweenChunks() ? witness.skim(scratch, length, now) : 0;
      if (taken < length) {
        witness.answerRead(now);
        taken += framing.feed(scratch, taken, length, witness.body());
        witness.answerWasRead(framing.betweenChunks());
      }
      at += taken;
      length = framing.done() || framing.problem() != null ? 0 : piece(in, at);
    }
    return framing.problem() != null ? in.readableBytes() : at - in.readerIndex();
  }

  private void ended(boolean surplus, long now) {
    if (surplus) {
      loop.counts().surplus();
      persists = false;
    }
    exchange.answered(keepsUpstream && !surplus, false, now);
  }
}
