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

  /// First bytes of a body that is JSON or HTML although events were expected.
  private static final String WHOLE_BODY_STARTS = "{[<";

  /// First bytes of server-sent events: a comment, or one of the fields data, event, id and retry.
  private static final String EVENT_STARTS = ":deir";

  private enum Body {
    NONE,
    /// Unknown until the first non-blank byte.
    UNDETERMINED,
    /// Parsed event by event.
    EVENTS,
    /// Buffered, and parsed as one document at its end.
    WHOLE,
    /// Buffered for the message of the error.
    ERROR,
    /// Neither parsed nor buffered.
    IGNORED
  }

  private final boolean stream;
  private final AnswerParser parser;
  private final BodyBuffer buffer;
  private final AnswerLog log;
  private final RepeatedEventMatcher matcher;
  private Framer framer;
  private Body body = Body.NONE;
  private @Nullable ResponseHead head;
  private @Nullable BodyDecoder decoder;

  /// The content coding of a body that cannot be decoded; empty for any other body.
  private String unsupportedCoding = "";

  private boolean declaredJson;
  private boolean bodyEnded;
  private boolean cutShort;
  private boolean outOfMemory;
  private long headersAt = Stamps.ABSENT;
  private long firstByteAt = Stamps.ABSENT;
  private long lastReadAt = Stamps.ABSENT;
  private AnswerStart start = AnswerStart.NONE;

  /// @param stream whether a stream was requested
  /// @param log log of the answer
  /// @param parsers factory of the dialect's parser
  public AnswerReader(boolean stream, AnswerLog log, Function<AnswerSink, AnswerParser> parsers) {
    this(stream, log, parsers, MemoryBudget.UNLIMITED);
  }

  /// @param stream whether a stream was requested
  /// @param log log of the answer
  /// @param parsers factory of the dialect's parser
  /// @param budget memory budget for a body that must be buffered; [#release()] returns the memory
  public AnswerReader(
      boolean stream,
      AnswerLog log,
      Function<AnswerSink, AnswerParser> parsers,
      MemoryBudget budget) {
    this.stream = stream;
    this.buffer = new BodyBuffer(budget);
    this.log = log;
    this.parser = parsers.apply(log);
    this.matcher = new RepeatedEventMatcher(parser.template(), log);
    this.framer = Framer.serverSentEvents(this);
  }

  /// Starts a read; everything up to the next one has this stamp.
  public void startRead(long stamp) {
    log.now = stamp;
    lastReadAt = stamp;
  }

  /// Ends a read that was fully parsed. If the next byte is the first of an event, the next read
  /// may use the matcher.
  ///
  /// @param betweenChunks whether the next byte is the first of an HTTP chunk
  public void endRead(boolean betweenChunks) {
    matcher.setEnabled(betweenChunks && expectsEvent());
  }

  /// Whether the next byte is known to be the first of an event.
  private boolean expectsEvent() {
    boolean plain = body == Body.EVENTS && decoder == null && !bodyEnded;
    return plain && framer.expectsEvent() && !settled();
  }

  /// Sets the stamp of the end of the response; a call of [#end] or [#endEarly] follows.
  public void setEndTime(long stamp) {
    log.now = stamp;
  }

  /// Handles the end of the server's output before the end of the body.
  public void endEarly() {
    if (body == Body.NONE) {
      return;
    }
    cutShort = body == Body.WHOLE || body == Body.IGNORED;
    if (cutShort) {
      bodyEnded = true;
    } else {
      end();
    }
  }

  @Override
  public void head(ResponseHead received) {
    head = received;
    headersAt = log.now;
    if (received.successful() && !parser.wantsBody()) {
      body = Body.IGNORED;
      return;
    }
    String coding = received.joined("content-encoding").strip();
    if (!coding.isEmpty() && !coding.equals("identity")) {
      decoder = BodyDecoder.of(coding, this::decoded);
      unsupportedCoding = decoder == null ? coding : "";
    }
    if (!received.successful()) {
      body = Body.ERROR;
      return;
    }
    if (!unsupportedCoding.isEmpty()) {
      log.malformed("the answer is compressed (" + coding + "), which was not requested");
    }
    body = bodyKind(received.mediaType());
  }

  private Body bodyKind(String mediaType) {
    declaredJson = mediaType.equals("application/json");
    return switch (mediaType) {
      case "text/html" -> Body.WHOLE;
      case "application/x-ndjson", "application/ndjson", "application/jsonl" -> frameLines();
      case "text/event-stream" -> Body.UNDETERMINED;
      default -> stream ? Body.UNDETERMINED : Body.WHOLE;
    };
  }

  private Body frameLines() {
    framer = Framer.lines(this);
    return stream ? Body.EVENTS : Body.WHOLE;
  }

  @Override
  public void body(byte[] bytes, int from, int to) {
    if (!Stamps.present(firstByteAt)) {
      firstByteAt = log.now;
    }
    BodyDecoder coded = decoder;
    if (coded == null) {
      boolean _ = decoded(bytes, from, to);
      return;
    }
    coded.feed(bytes, from, to);
    if (coded.problem() != null && body != Body.ERROR) {
      malformed("the answer came compressed, and " + coded.problem());
    }
  }

  /// Handles body bytes after decoding. Returns whether more are needed.
  private boolean decoded(byte[] bytes, int from, int to) {
    if (body == Body.UNDETERMINED) {
      sniff(bytes, from, to);
    }
    switch (body) {
      case EVENTS -> framer.feed(bytes, from, to);
      case WHOLE -> buffer(bytes, from, to, WHOLE_LIMIT);
      case ERROR -> buffer(bytes, from, to, ERROR_LIMIT);
      case NONE, UNDETERMINED, IGNORED -> {
        // Only blanks so far, a body where none is allowed, or an ignored body.
      }
    }
    return !bodyEnded && !outOfMemory && (body != Body.ERROR || buffer.length() < ERROR_LIMIT);
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
    if (first == '{' && !declaredJson && parser.isJsonLines()) {
      return frameLines();
    }
    boolean framed =
        declaredJson ? EVENT_STARTS.indexOf(first) >= 0 : WHOLE_BODY_STARTS.indexOf(first) < 0;
    return framed ? Body.EVENTS : Body.WHOLE;
  }

  private void buffer(byte[] bytes, int from, int to, int limit) {
    int left = limit - buffer.length();
    boolean fits = !outOfMemory && buffer.add(bytes, from, to, limit);
    if (!fits) {
      outOfMemory = true;
      buffer.release();
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
    if (body == Body.EVENTS) {
      framer.finish();
    } else if (body == Body.IGNORED) {
      log.end();
    } else if (body == Body.WHOLE && !cutShort && !outOfMemory && log.malformed == null) {
      log.unstreamed = true;
      start = AnswerStart.of(buffer.bytes(), 0, buffer.length());
      parser.wholeBody(buffer.bytes(), 0, buffer.length());
    }
  }

  @Override
  public void malformed(String detail) {
    log.malformed(detail);
    bodyEnded = true;
  }

  @Override
  public void type(String type) {
    parser.name(type);
  }

  @Override
  public void event(byte[] bytes, int from, int to, EventKind kind, boolean complete) {
    if (start == AnswerStart.NONE) {
      start = AnswerStart.of(bytes, from, to);
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

  /// Whether the answer is unknown because there was no memory to buffer its body.
  public boolean unparsed() {
    return outOfMemory && body == Body.WHOLE;
  }

  /// Releases the buffered body. Call [#outcome] before.
  public void release() {
    buffer.release();
  }

  /// Returns the outcome of a complete or settled response.
  public Outcome outcome() {
    finishLog();
    ResponseHead received = head;
    if (received != null && !received.successful()) {
      return new Outcome.HttpError(received.status(), errorDetail(received));
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

  /// Completes the log with what the parser reports at the end. [#outcome] does this too; a
  /// response whose outcome the caller determines, such as a reset, needs this call.
  public void finishLog() {
    parser.finished();
    if (decoder != null) {
      decoder.close();
    }
  }

  private String errorDetail(ResponseHead received) {
    String location = received.header("location");
    if (received.status() / 100 == 3 && location != null) {
      return "moved to " + location;
    }
    if (!unsupportedCoding.isEmpty()) {
      return "(compressed: " + unsupportedCoding + ")";
    }
    return ErrorText.of(buffer.bytes(), 0, buffer.length());
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
  public AnswerStart start() {
    return start;
  }

  /// Returns the matcher, which handles reads that contain only typical events without this reader.
  public RepeatedEventMatcher matcher() {
    return matcher;
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
