package dev.goodput.wire.dialect;

import dev.goodput.record.Channel;
import java.nio.charset.StandardCharsets;

/// A recognizer of the typical content events of a dialect by their bytes. Such an event has one
/// non-empty text, and nothing that could be other content, usage, an end or an error. All other
/// events are left to the dialect's [EventReader], which gives the same result for the recognized
/// ones.
abstract sealed class EventScanner permits ChunkScanner, MessagesScanner {
  private static final byte[] NOTHING = new byte[0];

  byte[] bytes = NOTHING;
  int to;
  private int nameFrom;
  private int nameTo;
  private Channel channel = Channel.ANSWER;
  private int textFrom;
  private int textTo;
  private int eventStart;
  private final UnusedValues unused = new UnusedValues();

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
  final boolean matches(byte[] event, int from, int end) {
    bytes = event;
    to = end;
    textFrom = -1;
    eventStart = from;
    unused.clear();
    reset();
    int at = object(from, Level.TOP);
    bytes = NOTHING;
    return at == end && textFrom >= 0 && isComplete();
  }

  /// Resets the state of the previous event.
  abstract void reset();

  /// Returns the index after the value of the current member, [JsonScan#INVALID] if it is not
  /// typical.
  abstract int member(int value, Level level);

  /// Whether everything that a typical event needs was found.
  abstract boolean isComplete();

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
  final UnusedValues unused() {
    return unused;
  }

  /// Returns the index after an unused value.
  final int skipUnused(int value, int depth) {
    int end = JsonScan.value(bytes, value, to, depth);
    if (end > 0) {
      unused.add(bytes, value, end, eventStart);
    }
    return end;
  }

  final int object(int from, Level level) {
    if (from >= to || bytes[from] != '{') {
      return JsonScan.INVALID;
    }
    int at = JsonScan.nextNonBlank(bytes, from + 1, to);
    while (at >= 0 && bytes[at] == '"') {
      int close = JsonScan.string(bytes, at, to);
      nameFrom = at + 1;
      nameTo = close - 1;
      int value = JsonScan.memberValue(bytes, close, to);
      if (value < 0 || nameHasEscape()) {
        return JsonScan.INVALID;
      }
      at = JsonScan.nextNonBlank(bytes, member(value, level), to);
      if (at >= 0 && bytes[at] == '}') {
        return at + 1;
      }
      at = at < 0 ? at : JsonScan.nextElement(bytes, at, to);
    }
    return JsonScan.INVALID;
  }

  private boolean nameHasEscape() {
    for (int i = nameFrom; i < nameTo; i++) {
      if (bytes[i] == '\\') {
        return true;
      }
    }
    return false;
  }

  final boolean isNamed(byte[] name) {
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

  /// Returns the index after a text, which must be null, empty, or the only text of the event.
  final int text(int value, Channel of) {
    if (bytes[value] != '"') {
      return JsonScan.literal(bytes, value, to, "null");
    }
    int end = JsonScan.string(bytes, value, to);
    if (end == value + 2) {
      return end;
    }
    if (end < 0 || textFrom >= 0) {
      return JsonScan.INVALID;
    }
    channel = of;
    textFrom = value + 1;
    textTo = end - 1;
    return end;
  }
}
