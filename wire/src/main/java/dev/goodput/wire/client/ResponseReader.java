package dev.goodput.wire.client;

import dev.goodput.record.Outcome;
import dev.goodput.record.Stamps;
import dev.goodput.wire.dialect.AnswerParser;
import dev.goodput.wire.dialect.AnswerSink;
import dev.goodput.wire.dialect.ErrorText;
import dev.goodput.wire.http.BodyDecoder;
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
    ERROR
  }

  private final ResponseParser http = new ResponseParser(this);
  private final boolean stream;
  private final AnswerParser parser;
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream(0);
  final AnswerLog log;
  final Lane lane;
  private Framer framer;
  private Body body = Body.NONE;
  private @Nullable BodyDecoder decoder;

  /// The coding of a body that cannot be decoded, empty where there is none.
  private String unreadable = "";

  private boolean saysJson;
  private boolean bodyEnded;
  private boolean cutShort;
  private long headersAt = Stamps.ABSENT;
  private long firstByteAt = Stamps.ABSENT;
  private long lastReadAt = Stamps.ABSENT;

  ResponseReader(boolean stream, AnswerLog log, Function<AnswerSink, AnswerParser> parsers) {
    this.stream = stream;
    this.log = log;
    this.parser = parsers.apply(log);
    this.lane = new Lane(parser.template(), log);
    this.framer = Framer.serverSentEvents(this);
    http.reset();
  }

  /// Takes in one read, or a part of it; returns how many bytes belong to this response.
  int read(byte[] bytes, int from, int to, long stamp) {
    log.now = stamp;
    lastReadAt = stamp;
    int taken = http.feed(bytes, from, to);
    lane.open(expectsEvent());
    return taken;
  }

  /// Whether the next byte is the first of a chunk that holds whole events, as far as is known.
  private boolean expectsEvent() {
    boolean plain = body == Body.FRAMED && decoder == null && !bodyEnded;
    return plain && http.betweenChunks() && framer.expectsEvent() && !settled();
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
    String coding = head.joined("content-encoding").strip();
    if (!coding.isEmpty() && !coding.equals("identity")) {
      decoder = BodyDecoder.of(coding, this::plain);
      unreadable = decoder == null ? coding : "";
    }
    if (!head.successful()) {
      body = Body.ERROR;
      return;
    }
    if (!unreadable.isEmpty()) {
      log.malformed("the answer is compressed (" + coding + "), which was not asked for");
    }
    body = kind(head.mediaType());
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
      case NONE, SNIFFED -> {
        // Blank so far, or a body where none belongs.
      }
    }
    return !bodyEnded && (body != Body.ERROR || kept.size() < ERROR_LIMIT);
  }

  /// Some servers answer a stream request with bare JSON, some proxies with a page, and some call
  /// their events JSON.
  private void sniff(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      byte b = bytes[i];
      if (b != ' ' && b != '\r' && b != '\n' && b != '\t') {
        boolean framed = saysJson ? FIELDS.indexOf(b) >= 0 : WHOLES.indexOf(b) < 0;
        body = framed ? Body.FRAMED : Body.WHOLE;
        return;
      }
    }
  }

  private void keep(byte[] bytes, int from, int to, int limit) {
    int room = limit - kept.size();
    kept.write(bytes, from, Math.min(to - from, room));
    if (to - from > room && body == Body.WHOLE) {
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
    } else if (body == Body.WHOLE && !cutShort && log.malformed == null) {
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
    malformed("an event is over " + limit + " bytes");
  }

  /// Whether any byte of the response came.
  boolean begun() {
    return http.begun();
  }

  /// Whether nothing more is to be read for this response.
  boolean complete() {
    return bodyEnded;
  }

  /// Whether it is known how the exchange ends, though the body may go on: by the end event, an
  /// error event, or a status that is no success.
  boolean settled() {
    return log.ended() || log.error != null || failed();
  }

  /// Whether the status is no success.
  boolean failed() {
    return body == Body.ERROR;
  }

  /// Whether the connection may carry another request once the body has ended.
  boolean keepsAlive() {
    return http.keepsAlive();
  }

  /// Whether the connection may carry another request.
  boolean reusable() {
    return http.reusable() && log.malformed == null;
  }

  /// How a response ended that was read to its end, or is settled.
  Outcome outcome() {
    leave();
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
    if (decoder != null) {
      decoder.close();
    }
  }

  private String errorDetail(ResponseHead head) {
    String place = head.header("location");
    if (head.status() / 100 == 3 && place != null) {
      return "moved to " + place;
    }
    if (!unreadable.isEmpty()) {
      return "(compressed: " + unreadable + ")";
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
    return Math.max(lastReadAt, log.lastToken);
  }
}
