package dev.goodput.wire.dialect;

import dev.goodput.record.Channel;

/// A scan for the typical content chunk of the OpenAI family: one choice, one text, no finish
/// reason, no usage, no error.
final class ChunkScanner extends EventScanner {
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

  /// Members of a delta that contain other kinds of content.
  private static final byte[][] OTHER_CONTENT = {
    TOOL_CALLS,
    FUNCTION_CALL,
    name("reasoning_details"),
    name("thinking"),
    name("reasoning_text"),
    name("audio"),
    name("image"),
    name("images"),
    name("video")
  };

  private boolean sawChoices;
  private boolean sawDelta;

  @Override
  void begin() {
    sawChoices = false;
    sawDelta = false;
  }

  @Override
  boolean whole() {
    return true;
  }

  @Override
  int member(int value, Level level) {
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
    return pass(value, 1);
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
    return pass(value, 2);
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
    for (byte[] each : OTHER_CONTENT) {
      if (named(each)) {
        return JsonScan.word(bytes, value, to, "null");
      }
    }
    return pass(value, 3);
  }
}
