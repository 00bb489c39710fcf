package dev.goodput.wire.answer;

import dev.goodput.record.Outcome;
import dev.goodput.record.Stamps;
import dev.goodput.wire.dialect.AnswerParser;
import dev.goodput.wire.dialect.AnswerSink;
import dev.goodput.wire.dialect.AnswerStart;
import dev.goodput.wire.dialect.ErrorText;
import dev.goodput.wire.http.BodyDecoder;
import dev.goodput.wire.http.ResponseHandler;
import dev.goodput.wire.http.ResponseHead;
import dev.goodput.wire.sse.EventKind;
import dev.goodput.wire.sse.FrameHandler;
import dev.goodput.wire.sse.Framer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A reader that turns the head and the decoded body of one response into an answer and an outcome.
/// It owns no socket and reads no clock: each read comes with its stamp.
public final class AnswerReader implements ResponseHandler, FrameHandler {
  private static final int ERROR_LIMIT = 64 * 1024;
  private static final int WHOLE_LIMIT = 16 << 20;

  /// First bytes of JSON or HTML where events were expected.
  private static final String WHOLES = "{[<";

  /// First bytes of events: a comment, or the name of a field.
  private static final String FIELDS = ":deir";

  private enum Body {
    NONE,
    /// Unknown until the first non-blank byte.
    SNIFFED,
    FRAMED,
    WHOLE,
    ERROR,
    /// Neither parsed nor kept.
    PASSED
  }

  private final boolean stream;
  private final AnswerParser parser;
  private final BodyBuffer kept;
  private final AnswerLog log;
  private final RepeatedEventMatcher lane;
  private Framer framer;
  private Body body = Body.NONE;
  private @Nullable ResponseHead head;
  private @Nullable BodyDecoder decoder;

  /// The coding of a body that cannot be decoded, empty if there is none.
  private String unreadable = "";

  private boolean saysJson;
  private boolean bodyEnded;
  private boolean cutShort;
  private boolean crowdedOut;
  private long headersAt = Stamps.ABSENT;
  private long firstByteAt = Stamps.ABSENT;
  private long lastReadAt = Stamps.ABSENT;
  private AnswerStart opening = AnswerStart.NONE;

  /// @param stream whether a stream was requested
  /// @param log log of the answer
  /// @param parsers factory of the dialect's parser
  public AnswerReader(boolean stream, AnswerLog log, Function<AnswerSink, AnswerParser> parsers) {
    this(stream, log, parsers, MemoryBudget.ENDLESS);
  }

  /// @param stream whether a stream was requested
  /// @param log log of the answer
  /// @param parsers factory of the dialect's parser
  /// @param room memory budget for what is kept until the answer is complete; returned by
  ///   [#forget()]
  public AnswerReader(
      boolean stream,
      AnswerLog log,
      Function<AnswerSink, AnswerParser> parsers,
      MemoryBudget room) {
    this.stream = stream;
    this.kept = new BodyBuffer(room);
    this.log = log;
    this.parser = parsers.apply(log);
    this.lane = new RepeatedEventMatcher(parser.template(), log);
    this.framer = Framer.serverSentEvents(this);
  }

  /// Starts a read with this stamp.
  public void at(long stamp) {
    log.now = stamp;
    lastReadAt = stamp;
  }

  /// Ends a read that was fully parsed. The lane opens if the next bytes can be whole events.
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

  /// Sets the time of the end of the response; [#end] or [#cut] follows.
  public void endsAt(long stamp) {
    log.now = stamp;
  }

  /// Handles an end of the other side's output before the end of the body.
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
      log.malformed("the answer is compressed (" + coding + "), which was not requested");
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

  /// Handles decoded body bytes. Returns whether more are needed.
  private boolean plain(byte[] bytes, int from, int to) {
    if (body == Body.SNIFFED) {
      sniff(bytes, from, to);
    }
    switch (body) {
      case FRAMED -> framer.feed(bytes, from, to);
      case WHOLE -> keep(bytes, from, to, WHOLE_LIMIT);
      case ERROR -> keep(bytes, from, to, ERROR_LIMIT);
      case NONE, SNIFFED, PASSED -> {
        // Only blanks so far, a body where none is allowed, or one that is not parsed.
      }
    }
    return !bodyEnded && !crowdedOut && (body != Body.ERROR || kept.length() < ERROR_LIMIT);
  }

  /// Determines the kind of body from its first byte. Some servers answer a stream request with
  /// plain JSON, some proxies with an HTML page, and some servers declare their events as JSON.
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
      opening = AnswerStart.of(kept.bytes(), 0, kept.length());
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
    if (opening == AnswerStart.NONE) {
      opening = AnswerStart.of(bytes, from, to);
    }
    parser.event(bytes, from, to, kind, complete);
  }

  @Override
  public void tooLong(int limit) {
    malformed("an event is over " + limit + " bytes");
  }

  /// Whether nothing more needs to be read for this response.
  public boolean complete() {
    return bodyEnded;
  }

  /// Whether the outcome is known, although the body may continue: after the end event, an error
  /// event, or an error status.
  public boolean settled() {
    return log.ended() || log.error != null || failed();
  }

  /// Whether the status is an error.
  public boolean failed() {
    return body == Body.ERROR;
  }

  /// Whether anything violated the protocol.
  public boolean malformed() {
    return log.malformed != null;
  }

  /// Whether the answer is unknown because there was no memory to keep a body that must be parsed
  /// whole.
  public boolean unread() {
    return crowdedOut && body == Body.WHOLE;
  }

  /// Releases what was kept. The outcome must have been read before.
  public void forget() {
    kept.forget();
  }

  /// Returns the outcome of a complete or settled response.
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

  /// Finishes the log of a response that is left before its end.
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

  /// Returns the head, null before it was received.
  public @Nullable ResponseHead responseHead() {
    return head;
  }

  /// Returns the log.
  public AnswerLog log() {
    return log;
  }

  /// Returns the start of the answer, [AnswerStart#NONE] if none of it was received.
  public AnswerStart opening() {
    return opening;
  }

  /// Returns the lane, which handles reads of nothing but typical events without this reader.
  public RepeatedEventMatcher lane() {
    return lane;
  }

  /// Returns the stamp of the head, [Stamps#ABSENT] before it was received.
  public long headersAt() {
    return headersAt;
  }

  /// Returns the stamp of the first body byte, [Stamps#ABSENT] before it was received.
  public long firstByteAt() {
    return firstByteAt;
  }

  /// Returns the stamp of the last read.
  public long lastReadAt() {
    return Math.max(lastReadAt, log.lastToken);
  }
}
