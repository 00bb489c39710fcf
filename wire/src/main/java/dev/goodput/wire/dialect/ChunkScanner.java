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

  private boolean choicesSeen;
  private boolean deltaSeen;

  @Override
  void reset() {
    choicesSeen = false;
    deltaSeen = false;
  }

  @Override
  boolean isComplete() {
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
    if (isNamed(CHOICES)) {
      return choices(value);
    }
    if (isNamed(ERROR) || isNamed(USAGE) || isNamed(X_GROQ) || isNamed(TYPE)) {
      return JsonScan.literal(bytes, value, to, "null");
    }
    if (isNamed(OBJECT) && JsonScan.literal(bytes, value, to, "\"error\"") > 0) {
      return JsonScan.INVALID;
    }
    return skipUnused(value, 1);
  }

  private int choices(int value) {
    if (choicesSeen || bytes[value] != '[') {
      return JsonScan.INVALID;
    }
    choicesSeen = true;
    int choice = JsonScan.nextNonBlank(bytes, value + 1, to);
    int end = choice < 0 ? choice : JsonScan.nextNonBlank(bytes, object(choice, Level.CHOICE), to);
    return end >= 0 && bytes[end] == ']' ? end + 1 : JsonScan.INVALID;
  }

  private int choiceMember(int value) {
    if (isNamed(DELTA)) {
      boolean again = deltaSeen;
      deltaSeen = true;
      return again ? JsonScan.INVALID : object(value, Level.DELTA);
    }
    if (isNamed(TEXT)) {
      return text(value, Channel.ANSWER);
    }
    if (isNamed(FINISH) || isNamed(USAGE) || isNamed(MESSAGE) || isNamed(ERROR)) {
      return JsonScan.literal(bytes, value, to, "null");
    }
    return skipUnused(value, 2);
  }

  private int deltaMember(int value) {
    if (isNamed(CONTENT)) {
      return text(value, Channel.ANSWER);
    }
    if (isNamed(REASONING_CONTENT) || isNamed(REASONING)) {
      return text(value, Channel.REASONING);
    }
    if (isNamed(REFUSAL)) {
      return text(value, Channel.REFUSAL);
    }
    for (byte[] each : OTHER_CONTENT) {
      if (isNamed(each)) {
        return JsonScan.literal(bytes, value, to, "null");
      }
    }
    return skipUnused(value, 3);
  }
}
