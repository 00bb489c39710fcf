package dev.goodput.wire.dialect;

import dev.goodput.record.Channel;
import java.nio.charset.StandardCharsets;

/// Recognises the usual content chunk on its bytes: one choice, one non-empty text, no finish
/// reason, no usage, no error, and nothing that another reading could find content in. Anything
/// else is left to [ChunkReader], which decides the same on everything that passes here.
final class ChunkScanner {
  private static final byte[] CHOICES = name("choices");
  private static final byte[] ERROR = name("error");
  private static final byte[] USAGE = name("usage");
  private static final byte[] X_GROQ = name("x_groq");
  private static final byte[] OBJECT = name("object");
  private static final byte[] TYPE = name("type");
  private static final byte[] DELTA = name("delta");
  private static final byte[] TEXT = name("text");
  private static final byte[] MESSAGE = name("message");
  private static final byte[] FINISH = name("finish_reason");
  private static final byte[] CONTENT = name("content");
  private static final byte[] REASONING_CONTENT = name("reasoning_content");
  private static final byte[] REASONING = name("reasoning");
  private static final byte[] REFUSAL = name("refusal");
  private static final byte[] TOOL_CALLS = name("tool_calls");
  private static final byte[] FUNCTION_CALL = name("function_call");

  private byte[] bytes = CHOICES;
  private int to;
  private int nameFrom;
  private int nameTo;
  private Channel channel = Channel.ANSWER;
  private int textFrom;
  private int textTo;
  private boolean sawChoices;
  private boolean sawDelta;

  private static byte[] name(String name) {
    return name.getBytes(StandardCharsets.US_ASCII);
  }

  /// Whether the bytes are a usual content chunk; then the accessors speak of it.
  boolean usual(byte[] chunk, int from, int end) {
    bytes = chunk;
    to = end;
    textFrom = -1;
    sawChoices = false;
    sawDelta = false;
    int at = object(from, Level.TOP);
    bytes = CHOICES;
    return at == end && textFrom >= 0;
  }

  Channel channel() {
    return channel;
  }

  /// Where the text begins, behind its quote.
  int textFrom() {
    return textFrom;
  }

  /// Where the text ends, at its quote.
  int textTo() {
    return textTo;
  }

  private enum Level {
    TOP,
    CHOICE,
    DELTA
  }

  private int object(int from, Level level) {
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

  private boolean named(byte[] name) {
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

  private int member(int value, Level level) {
    return switch (level) {
      case TOP -> topMember(value);
      case CHOICE -> choiceMember(value);
      case DELTA -> deltaMember(value);
    };
  }

  private int topMember(int value) {
    if (named(CHOICES)) {
      return choices(value);
    }
    if (named(ERROR) || named(USAGE) || named(X_GROQ) || named(TYPE)) {
      return JsonScan.word(bytes, value, to, "null");
    }
    if (named(OBJECT) && JsonScan.word(bytes, value, to, "\"error\"") > 0) {
      return JsonScan.BAD;
    }
    return JsonScan.value(bytes, value, to, 1);
  }

  private int choices(int value) {
    if (sawChoices || bytes[value] != '[') {
      return JsonScan.BAD;
    }
    sawChoices = true;
    int choice = JsonScan.after(bytes, value + 1, to);
    int end = choice < 0 ? choice : JsonScan.after(bytes, object(choice, Level.CHOICE), to);
    return end >= 0 && bytes[end] == ']' ? end + 1 : JsonScan.BAD;
  }

  private int choiceMember(int value) {
    if (named(DELTA)) {
      boolean again = sawDelta;
      sawDelta = true;
      return again ? JsonScan.BAD : object(value, Level.DELTA);
    }
    if (named(TEXT)) {
      return text(value, Channel.ANSWER);
    }
    if (named(FINISH) || named(USAGE) || named(MESSAGE) || named(ERROR)) {
      return JsonScan.word(bytes, value, to, "null");
    }
    return JsonScan.value(bytes, value, to, 2);
  }

  private int deltaMember(int value) {
    if (named(CONTENT)) {
      return text(value, Channel.ANSWER);
    }
    if (named(REASONING_CONTENT) || named(REASONING)) {
      return text(value, Channel.REASONING);
    }
    if (named(REFUSAL)) {
      return text(value, Channel.REFUSAL);
    }
    if (named(TOOL_CALLS) || named(FUNCTION_CALL)) {
      return JsonScan.word(bytes, value, to, "null");
    }
    return JsonScan.value(bytes, value, to, 3);
  }

  /// A text: null, empty, or the only one of the chunk.
  private int text(int value, Channel of) {
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
