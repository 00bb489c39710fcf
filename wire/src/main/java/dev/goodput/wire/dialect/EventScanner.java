package dev.goodput.wire.dialect;

import dev.goodput.record.Channel;
import java.nio.charset.StandardCharsets;

/// A recognizer of a dialect's typical content event by its bytes: one non-empty text, and nothing
/// that a different parse could take for content, usage, an end or an error. Everything else is
/// left to the dialect's [EventReader], which gives the same result for every event that passes
/// here.
abstract sealed class EventScanner permits ChunkScanner, MessagesScanner {
  private static final byte[] NOTHING = new byte[0];

  byte[] bytes = NOTHING;
  int to;
  private int nameFrom;
  private int nameTo;
  private Channel channel = Channel.ANSWER;
  private int textFrom;
  private int textTo;
  private int begin;
  private final UnusedValues passed = new UnusedValues();

  /// The object that contains a member.
  enum Level {
    TOP,
    CHOICE,
    DELTA
  }

  static byte[] name(String name) {
    return name.getBytes(StandardCharsets.US_ASCII);
  }

  /// Whether the bytes are a typical content event. If so, the accessors describe it.
  final boolean usual(byte[] event, int from, int end) {
    bytes = event;
    to = end;
    textFrom = -1;
    begin = from;
    passed.clear();
    begin();
    int at = object(from, Level.TOP);
    bytes = NOTHING;
    return at == end && textFrom >= 0 && whole();
  }

  /// Resets the state of the previous event.
  abstract void begin();

  /// Returns the index after the value of the current member, [JsonScan#BAD] if it is not typical.
  abstract int member(int value, Level level);

  /// Whether everything that a typical event needs was found.
  abstract boolean whole();

  final Channel channel() {
    return channel;
  }

  /// Returns where the text starts, after its quote.
  final int textFrom() {
    return textFrom;
  }

  /// Returns where the text ends, at its quote.
  final int textTo() {
    return textTo;
  }

  /// Returns the unused values.
  final UnusedValues passed() {
    return passed;
  }

  /// Returns the index after an unused value.
  final int pass(int value, int depth) {
    int end = JsonScan.value(bytes, value, to, depth);
    if (end > 0) {
      passed.note(bytes, value, end, begin);
    }
    return end;
  }

  final int object(int from, Level level) {
    if (from >= to || bytes[from] != '{') {
      return JsonScan.BAD;
    }
    int at = JsonScan.after(bytes, from + 1, to);
    while (at >= 0 && bytes[at] == '"') {
      int close = JsonScan.string(bytes, at, to);
      nameFrom = at + 1;
      nameTo = close - 1;
      int value = JsonScan.colon(bytes, close, to);
      if (value < 0 || escaped()) {
        return JsonScan.BAD;
      }
      at = JsonScan.after(bytes, member(value, level), to);
      if (at >= 0 && bytes[at] == '}') {
        return at + 1;
      }
      at = at < 0 ? at : JsonScan.comma(bytes, at, to);
    }
    return JsonScan.BAD;
  }

  private boolean escaped() {
    for (int i = nameFrom; i < nameTo; i++) {
      if (bytes[i] == '\\') {
        return true;
      }
    }
    return false;
  }

  final boolean named(byte[] name) {
    int length = name.length;
    if (nameTo - nameFrom != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (bytes[nameFrom + i] != name[i]) {
        return false;
      }
    }
    return true;
  }

  /// Reads a text: null, empty, or the only one of the event.
  final int text(int value, Channel of) {
    if (bytes[value] != '"') {
      return JsonScan.word(bytes, value, to, "null");
    }
    int end = JsonScan.string(bytes, value, to);
    if (end == value + 2) {
      return end;
    }
    if (end < 0 || textFrom >= 0) {
      return JsonScan.BAD;
    }
    channel = of;
    textFrom = value + 1;
    textTo = end - 1;
    return end;
  }
}
