package dev.goodput.wire.client;

import dev.goodput.wire.answer.AnswerLog;
import dev.goodput.wire.answer.AnswerReader;
import dev.goodput.wire.answer.RepeatedEventMatcher;
import dev.goodput.wire.dialect.AnswerParser;
import dev.goodput.wire.dialect.AnswerSink;
import dev.goodput.wire.http.ResponseHead;
import dev.goodput.wire.http.ResponseParser;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A reader that turns one response into an answer and an outcome. It takes the bytes of HTTP/1.x,
/// or the head and the payloads of HTTP/2. It owns no socket and reads no clock: each read comes
/// with its stamp.
final class ResponseReader {
  final AnswerReader answer;
  private final ResponseParser http;
  final AnswerLog log;
  final RepeatedEventMatcher matcher;

  ResponseReader(boolean stream, AnswerLog log, Function<AnswerSink, AnswerParser> parsers) {
    this.answer = new AnswerReader(stream, log, parsers);
    this.http = new ResponseParser(answer);
    this.log = log;
    this.matcher = answer.matcher();
    http.reset();
  }

  /// Handles one read, or a part of it. Returns how many bytes belong to this response.
  int read(byte[] bytes, int from, int to, long stamp) {
    answer.startRead(stamp);
    int taken = http.feed(bytes, from, to);
    answer.endRead(http.betweenChunks());
    return taken;
  }

  /// Handles the head of an HTTP/2 response.
  void head(ResponseHead head, long stamp) {
    answer.startRead(stamp);
    answer.head(head);
  }

  /// Handles a part of the payload of an HTTP/2 response.
  void payload(byte[] bytes, int from, int to, long stamp) {
    answer.startRead(stamp);
    answer.body(bytes, from, to);
    answer.endRead(true);
  }

  /// Handles the end of an HTTP/2 response.
  void end(long stamp) {
    answer.setEndTime(stamp);
    answer.end();
  }

  /// Handles the end of the other side's output.
  void endOfInput(long stamp) {
    answer.setEndTime(stamp);
    if (!http.endOfInput()) {
      answer.endEarly();
    }
  }

  /// Whether any byte of the response was received.
  boolean hasStarted() {
    return http.hasStarted() || answer.responseHead() != null;
  }

  /// Whether the connection can carry another request once the body has ended.
  boolean keepsAlive() {
    return http.keepsAlive();
  }

  /// Whether the connection can carry another request.
  boolean reusable() {
    return http.reusable() && !answer.malformed();
  }

  @Nullable ResponseHead responseHead() {
    ResponseHead head = http.head();
    return head == null ? answer.responseHead() : head;
  }
}
