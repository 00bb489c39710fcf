package dev.goodput.wire.client;

import dev.goodput.record.Channel;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.Outcome;
import dev.goodput.record.TokenCounts;
import dev.goodput.testing.Bytes;
import dev.goodput.wire.answer.AnswerLog;
import dev.goodput.wire.dialect.Dialect;
import java.util.ArrayList;
import java.util.List;

/// A response reader that is fed by a script of reads, each with its planned stamp.
final class Replay {
  static final String HEAD =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";

  private final AnswerLog log = new AnswerLog(true);
  final ResponseReader reader;
  private long stamp;

  Replay(boolean stream) {
    this(stream, "chat");
  }

  private Replay(boolean stream, String dialect) {
    reader = new ResponseReader(stream, log, sink -> Dialect.named(dialect).newParser(sink, true));
  }

  static Replay stream() {
    return new Replay(true);
  }

  static Replay stream(String dialect) {
    return new Replay(true, dialect);
  }

  static Replay whole(String dialect) {
    return new Replay(false, dialect);
  }

  /// Adds a read at a stamp.
  Replay at(long nanos, byte[] bytes, int from, int to) {
    stamp = nanos;
    reader.read(bytes, from, to, nanos);
    return this;
  }

  Replay at(long nanos, String text) {
    byte[] bytes = Bytes.of(text);
    return at(nanos, bytes, 0, bytes.length);
  }

  /// Adds a read at a stamp, with text as one HTTP chunk.
  Replay chunkAt(long nanos, String text) {
    return at(nanos, Integer.toHexString(Bytes.of(text).length) + "\r\n" + text + "\r\n");
  }

  /// Adds a read one nanosecond later.
  void next(byte[] bytes, int from, int to) {
    at(stamp + 1, bytes, from, to);
  }

  Replay finAt(long nanos) {
    reader.endOfInput(nanos);
    return this;
  }

  Outcome outcome() {
    return reader.answer.outcome();
  }

  AnswerLog log() {
    return log;
  }

  /// Returns the result without its stamps.
  Seen seen() {
    Outcome outcome = reader.answer.outcome();
    List<Channel> channels = new ArrayList<>();
    ChunkLog.Cursor cursor = log.chunks().cursor();
    while (cursor.next()) {
      channels.add(cursor.channel());
    }
    return new Seen(outcome, channels, log.tokens(), String.valueOf(log.text()));
  }

  /// The part of the result that must not depend on how the bytes were cut.
  record Seen(Outcome outcome, List<Channel> chunks, TokenCounts tokens, String text) {}

  static String delta(String text) {
    return "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\""
        + text
        + "\"},\"finish_reason\":null}]}\n\n";
  }

  static String finish(String reason) {
    return "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\""
        + reason
        + "\"}]}\n\n";
  }
}
