package dev.goodput.wire.client;

import dev.goodput.record.Outcome;
import dev.goodput.record.Stamps;
import dev.goodput.wire.dialect.AnswerParser;
import dev.goodput.wire.dialect.AnswerSink;
import dev.goodput.wire.dialect.ErrorText;
import dev.goodput.wire.http.ResponseHandler;
import dev.goodput.wire.http.ResponseHead;
import dev.goodput.wire.http.ResponseParser;
import dev.goodput.wire.sse.EventKind;
import dev.goodput.wire.sse.FrameHandler;
import dev.goodput.wire.sse.Framer;
import java.io.ByteArrayOutputStream;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Turns the bytes of one response into an answer and an outcome. It owns no socket and reads no
/// clock: each read comes with its stamp.
final class ResponseReader implements ResponseHandler, FrameHandler {
  private static final int ERROR_LIMIT = 64 * 1024;
  private static final int WHOLE_LIMIT = 256 << 20;

  private enum Body {
    NONE,
    /// Not known before the first byte that is not blank.
    SNIFFED,
    FRAMED,
    WHOLE,
    ERROR
  }

  private final ResponseParser http = new ResponseParser(this);
  private final boolean stream;
  private final AnswerParser parser;
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream(0);
  final AnswerLog log;
  private Framer framer;
  private Body body = Body.NONE;
  private boolean bodyEnded;
  private boolean cutShort;
  private long headersAt = Stamps.ABSENT;
  private long firstByteAt = Stamps.ABSENT;
  private long lastReadAt = Stamps.ABSENT;

  ResponseReader(boolean stream, AnswerLog log, Function<AnswerSink, AnswerParser> parsers) {
    this.stream = stream;
    this.log = log;
    this.parser = parsers.apply(log);
    this.framer = Framer.serverSentEvents(this);
    http.reset();
  }

  /// Takes in one read, or a part of it; returns how many bytes belong to this response.
  int read(byte[] bytes, int from, int to, long stamp) {
    log.now = stamp;
    lastReadAt = stamp;
    return http.feed(bytes, from, to);
  }

  /// The other side will send no more.
  void endOfInput(long stamp) {
    log.now = stamp;
    if (http.endOfInput() || body == Body.NONE) {
      return;
    }
    cutShort = body == Body.WHOLE;
    if (cutShort) {
      bodyEnded = true;
    } else {
      end();
    }
  }

  @Override
  public void head(ResponseHead head) {
    headersAt = log.now;
    if (!head.successful()) {
      body = Body.ERROR;
      return;
    }
    String coding = head.joined("content-encoding").strip();
    if (!coding.isEmpty() && !coding.equals("identity")) {
      log.malformed("the answer is compressed (" + coding + "), which was not asked for");
    }
    body =
        switch (head.mediaType()) {
          case "application/json", "text/html" -> Body.WHOLE;
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
    if (body == Body.SNIFFED) {
      sniff(bytes, from, to);
    }
    switch (body) {
      case FRAMED -> framer.feed(bytes, from, to);
      case WHOLE -> keep(bytes, from, to, WHOLE_LIMIT);
      case ERROR -> keep(bytes, from, to, ERROR_LIMIT);
      case NONE, SNIFFED -> {
        // Blank so far, or a body where none belongs.
      }
    }
  }

  /// Some servers answer a stream request with bare JSON, some proxies with a page.
  private void sniff(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      byte b = bytes[i];
      if (b != ' ' && b != '\r' && b != '\n' && b != '\t') {
        body = b == '{' || b == '[' || b == '<' ? Body.WHOLE : Body.FRAMED;
        return;
      }
    }
  }

  private void keep(byte[] bytes, int from, int to, int limit) {
    int room = limit - kept.size();
    kept.write(bytes, from, Math.min(to - from, room));
    if (to - from > room && body == Body.WHOLE) {
      log.malformed("the answer is over " + limit + " bytes");
    }
  }

  @Override
  public void end() {
    bodyEnded = true;
    if (body == Body.FRAMED) {
      framer.finish();
    } else if (body == Body.WHOLE && log.malformed == null) {
      log.whole = true;
      byte[] all = kept.toByteArray();
      parser.whole(all, 0, all.length);
    }
  }

  @Override
  public void malformed(String detail) {
    log.malformed(detail);
    bodyEnded = true;
  }

  @Override
  public void event(byte[] bytes, int from, int to, EventKind kind, boolean complete) {
    parser.event(bytes, from, to, kind, complete);
  }

  @Override
  public void tooLong(int limit) {
    log.malformed("an event is over " + limit + " bytes");
  }

  /// Whether any byte of the response came.
  boolean begun() {
    return http.begun();
  }

  /// Whether nothing more is to be read for this response.
  boolean complete() {
    return bodyEnded;
  }

  /// Whether the connection may carry another request.
  boolean reusable() {
    return http.reusable() && log.malformed == null;
  }

  /// How a response ended that was read to its end, or to its end event.
  Outcome outcome() {
    parser.finished();
    ResponseHead head = http.head();
    if (head != null && !head.successful()) {
      return new Outcome.HttpError(head.status(), errorDetail(head));
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
  void leave() {
    parser.finished();
  }

  private String errorDetail(ResponseHead head) {
    String place = head.header("location");
    if (head.status() / 100 == 3 && place != null) {
      return "moved to " + place;
    }
    byte[] all = kept.toByteArray();
    return ErrorText.of(all, 0, all.length);
  }

  @Nullable ResponseHead responseHead() {
    return http.head();
  }

  long headersAt() {
    return headersAt;
  }

  long firstByteAt() {
    return firstByteAt;
  }

  long lastReadAt() {
    return lastReadAt;
  }
}
