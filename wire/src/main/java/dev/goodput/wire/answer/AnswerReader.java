package dev.goodput.wire.answer;

import dev.goodput.record.Outcome;
import dev.goodput.record.Stamps;
import dev.goodput.wire.dialect.AnswerParser;
import dev.goodput.wire.dialect.AnswerSink;
import dev.goodput.wire.dialect.ErrorText;
import dev.goodput.wire.dialect.Opening;
import dev.goodput.wire.http.BodyDecoder;
import dev.goodput.wire.http.ResponseHandler;
import dev.goodput.wire.http.ResponseHead;
import dev.goodput.wire.sse.EventKind;
import dev.goodput.wire.sse.FrameHandler;
import dev.goodput.wire.sse.Framer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Turns the head and the unframed body of one response into an answer and an outcome. It owns no
/// socket and reads no clock: each read comes with its stamp.
public final class AnswerReader implements ResponseHandler, FrameHandler {
  private static final int ERROR_LIMIT = 64 * 1024;
  private static final int WHOLE_LIMIT = 16 << 20;

  /// What JSON begins with where events were asked for, or a page.
  private static final String WHOLES = "{[<";

  /// What events begin with: a comment, or the name of a field.
  private static final String FIELDS = ":deir";

  private enum Body {
    NONE,
    /// Not known before the first byte that is not blank.
    SNIFFED,
    FRAMED,
    WHOLE,
    ERROR,
    /// Nothing is made of it, and nothing kept.
    PASSED
  }

  private final boolean stream;
  private final AnswerParser parser;
  private final KeptBytes kept;
  private final AnswerLog log;
  private final Lane lane;
  private Framer framer;
  private Body body = Body.NONE;
  private @Nullable ResponseHead head;
  private @Nullable BodyDecoder decoder;

  /// The coding of a body that cannot be decoded, empty where there is none.
  private String unreadable = "";

  private boolean saysJson;
  private boolean bodyEnded;
  private boolean cutShort;
  private boolean crowdedOut;
  private long headersAt = Stamps.ABSENT;
  private long firstByteAt = Stamps.ABSENT;
  private long lastReadAt = Stamps.ABSENT;
  private Opening opening = Opening.NONE;

  /// @param stream whether a stream was asked for
  /// @param log where the answer is gathered
  /// @param parsers makes the dialect's parser
  public AnswerReader(boolean stream, AnswerLog log, Function<AnswerSink, AnswerParser> parsers) {
    this(stream, log, parsers, Room.ENDLESS);
  }

  /// @param stream whether a stream was asked for
  /// @param log where the answer is gathered
  /// @param parsers makes the dialect's parser
  /// @param room for what has to be kept until the answer is there; to be given back by [#forget()]
  public AnswerReader(
      boolean stream, AnswerLog log, Function<AnswerSink, AnswerParser> parsers, Room room) {
    this.stream = stream;
    this.kept = new KeptBytes(room);
    this.log = log;
    this.parser = parsers.apply(log);
    this.lane = new Lane(parser.template(), log);
    this.framer = Framer.serverSentEvents(this);
  }

  /// A read begins; what it brings has this stamp.
  public void at(long stamp) {
    log.now = stamp;
    lastReadAt = stamp;
  }

  /// A read was taken in the long way: the lane is open where the next bytes can be whole events.
  ///
  /// @param betweenChunks whether the next byte is the first of an HTTP chunk
  public void wasRead(boolean betweenChunks) {
    lane.open(betweenChunks && expectsEvent());
  }

  /// Whether the next byte is the first of an event, as far as is known.
  private boolean expectsEvent() {
    boolean plain = body == Body.FRAMED && decoder == null && !bodyEnded;
    return plain && framer.expectsEvent() && !settled();
  }

  /// The other side ends its part, at this moment; [#end] or [#cut] says how.
  public void endsAt(long stamp) {
    log.now = stamp;
  }

  /// The other side will send no more though the framing had not ended.
  public void cut() {
    if (body == Body.NONE) {
      return;
    }
    cutShort = body == Body.WHOLE || body == Body.PASSED;
    if (cutShort) {
      bodyEnded = true;
    } else {
      end();
    }
  }

  @Override
  public void head(ResponseHead came) {
    head = came;
    headersAt = log.now;
    if (came.successful() && !parser.reads()) {
      body = Body.PASSED;
      return;
    }
    String coding = came.joined("content-encoding").strip();
    if (!coding.isEmpty() && !coding.equals("identity")) {
      decoder = BodyDecoder.of(coding, this::plain);
      unreadable = decoder == null ? coding : "";
    }
    if (!came.successful()) {
      body = Body.ERROR;
      return;
    }
    if (!unreadable.isEmpty()) {
      log.malformed("the answer is compressed (" + coding + "), which was not asked for");
    }
    body = kind(came.mediaType());
  }

  private Body kind(String mediaType) {
    saysJson = mediaType.equals("application/json");
    return switch (mediaType) {
      case "text/html" -> Body.WHOLE;
      case "application/x-ndjson", "application/ndjson", "application/jsonl" -> lines();
      case "text/event-stream" -> Body.SNIFFED;
      default -> stream ? Body.SNIFFED : Body.WHOLE;
    };
  }

  private Body lines() {
    framer = Framer.lines(this);
    return stream ? Body.FRAMED : Body.WHOLE;
  }

  @Override
  public void body(byte[] bytes, int from, int to) {
    if (!Stamps.present(firstByteAt)) {
      firstByteAt = log.now;
    }
    BodyDecoder coded = decoder;
    if (coded == null) {
      boolean _ = plain(bytes, from, to);
      return;
    }
    coded.feed(bytes, from, to);
    if (coded.problem() != null && body != Body.ERROR) {
      malformed("the answer came compressed, and " + coded.problem());
    }
  }

  /// Takes body bytes in as the server meant them; tells whether more are of use.
  private boolean plain(byte[] bytes, int from, int to) {
    if (body == Body.SNIFFED) {
      sniff(bytes, from, to);
    }
    switch (body) {
      case FRAMED -> framer.feed(bytes, from, to);
      case WHOLE -> keep(bytes, from, to, WHOLE_LIMIT);
      case ERROR -> keep(bytes, from, to, ERROR_LIMIT);
      case NONE, SNIFFED, PASSED -> {
        // Blank so far, a body where none belongs, or one that is nobody's.
      }
    }
    return !bodyEnded && !crowdedOut && (body != Body.ERROR || kept.length() < ERROR_LIMIT);
  }

  /// Some servers answer a stream request with bare JSON, some proxies with a page, and some call
  /// their events JSON.
  private void sniff(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      byte b = bytes[i];
      if (b != ' ' && b != '\r' && b != '\n' && b != '\t') {
        body = sniffed(b);
        return;
      }
    }
  }

  private Body sniffed(byte first) {
    if (first == '{' && !saysJson && parser.lines()) {
      return lines();
    }
    boolean framed = saysJson ? FIELDS.indexOf(first) >= 0 : WHOLES.indexOf(first) < 0;
    return framed ? Body.FRAMED : Body.WHOLE;
  }

  private void keep(byte[] bytes, int from, int to, int limit) {
    int left = limit - kept.length();
    boolean fits = !crowdedOut && kept.add(bytes, from, to, limit);
    if (!fits) {
      crowdedOut = true;
      kept.forget();
    } else if (to - from > left && body == Body.WHOLE) {
      malformed("the answer is over " + limit + " bytes");
    }
  }

  @Override
  public void end() {
    if (bodyEnded) {
      return;
    }
    bodyEnded = true;
    cutShort = body == Body.WHOLE && decoder != null && !decoder.complete();
    if (body == Body.FRAMED) {
      framer.finish();
    } else if (body == Body.PASSED) {
      log.end();
    } else if (body == Body.WHOLE && !cutShort && !crowdedOut && log.malformed == null) {
      log.whole = true;
      opening = Opening.of(kept.bytes(), 0, kept.length());
      parser.whole(kept.bytes(), 0, kept.length());
    }
  }

  @Override
  public void malformed(String detail) {
    log.malformed(detail);
    bodyEnded = true;
  }

  @Override
  public void name(String type) {
    parser.name(type);
  }

  @Override
  public void event(byte[] bytes, int from, int to, EventKind kind, boolean complete) {
    if (opening == Opening.NONE) {
      opening = Opening.of(bytes, from, to);
    }
    parser.event(bytes, from, to, kind, complete);
  }

  @Override
  public void tooLong(int limit) {
    malformed("an event is over " + limit + " bytes");
  }

  /// Whether nothing more is to be read for this response.
  public boolean complete() {
    return bodyEnded;
  }

  /// Whether it is known how the exchange ends, though the body may go on: by the end event, an
  /// error event, or a status that is no success.
  public boolean settled() {
    return log.ended() || log.error != null || failed();
  }

  /// Whether the status is no success.
  public boolean failed() {
    return body == Body.ERROR;
  }

  /// Whether anything came that is not the protocol.
  public boolean malformed() {
    return log.malformed != null;
  }

  /// Whether there was no room to keep what had to be read in one piece: what came of it is not
  /// known.
  public boolean unread() {
    return crowdedOut && body == Body.WHOLE;
  }

  /// Gives back what was kept; the outcome must be known by then.
  public void forget() {
    kept.forget();
  }

  /// How a response ended that was read to its end, or is settled.
  public Outcome outcome() {
    leave();
    ResponseHead came = head;
    if (came != null && !came.successful()) {
      return new Outcome.HttpError(came.status(), errorDetail(came));
    }
    if (log.error != null) {
      return new Outcome.ErrorEvent(log.error);
    }
    if (log.malformed != null) {
      return new Outcome.Malformed(log.malformed);
    }
    if (cutShort) {
      return new Outcome.Truncated("the body ended before its announced length");
    }
    if (log.contentEvents() == 0) {
      return new Outcome.Empty();
    }
    if (log.ended() || log.finish != null) {
      return new Outcome.Ok(log.finish == null ? "" : log.finish);
    }
    return new Outcome.Truncated("no finish reason and no end event");
  }

  /// Gathers what is known though the response did not end by itself.
  public void leave() {
    parser.finished();
    if (decoder != null) {
      decoder.close();
    }
  }

  private String errorDetail(ResponseHead came) {
    String place = came.header("location");
    if (came.status() / 100 == 3 && place != null) {
      return "moved to " + place;
    }
    if (!unreadable.isEmpty()) {
      return "(compressed: " + unreadable + ")";
    }
    return ErrorText.of(kept.bytes(), 0, kept.length());
  }

  /// The head, null before it came.
  public @Nullable ResponseHead responseHead() {
    return head;
  }

  /// What was gathered.
  public AnswerLog log() {
    return log;
  }

  /// How the answer begins, [Opening#NONE] where nothing came that is part of one.
  public Opening opening() {
    return opening;
  }

  /// The way past this reader for reads of nothing but usual events.
  public Lane lane() {
    return lane;
  }

  /// The stamp of the head, [Stamps#ABSENT] before it came.
  public long headersAt() {
    return headersAt;
  }

  /// The stamp of the first body byte, [Stamps#ABSENT] before it came.
  public long firstByteAt() {
    return firstByteAt;
  }

  /// The stamp of the last read.
  public long lastReadAt() {
    return Math.max(lastReadAt, log.lastToken);
  }
}
