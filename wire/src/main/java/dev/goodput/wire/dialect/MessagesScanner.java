package dev.goodput.wire.dialect;

import dev.goodput.record.Channel;
import org.jspecify.annotations.Nullable;

/// A scan for the typical content event of Anthropic Messages: a `content_block_delta` with text or
/// thinking.
final class MessagesScanner extends EventScanner {
  private static final byte[] TYPE = name("type");
  private static final byte[] INDEX = name("index");
  private static final byte[] DELTA = name("delta");
  private static final byte[] TEXT = name("text");
  private static final byte[] THINKING = name("thinking");

  private boolean typed;
  private boolean deltaSeen;
  private @Nullable Channel said;

  @Override
  void begin() {
    typed = false;
    deltaSeen = false;
    said = null;
  }

  @Override
  boolean whole() {
    return typed && said == channel();
  }

  @Override
  int member(int value, Level level) {
    return level == Level.TOP ? topMember(value) : deltaMember(value);
  }

  private int topMember(int value) {
    if (named(TYPE)) {
      typed = true;
      return JsonScan.word(bytes, value, to, "\"content_block_delta\"");
    }
    if (named(DELTA)) {
      boolean again = deltaSeen;
      deltaSeen = true;
      return again ? JsonScan.BAD : object(value, Level.DELTA);
    }
    return named(INDEX) ? pass(value, 1) : JsonScan.BAD;
  }

  private int deltaMember(int value) {
    if (named(TYPE)) {
      return type(value);
    }
    if (named(TEXT)) {
      return text(value, Channel.ANSWER);
    }
    return named(THINKING) ? text(value, Channel.REASONING) : JsonScan.BAD;
  }

  private int type(int value) {
    int text = JsonScan.word(bytes, value, to, "\"text_delta\"");
    said = text > 0 ? Channel.ANSWER : Channel.REASONING;
    return text > 0 ? text : JsonScan.word(bytes, value, to, "\"thinking_delta\"");
  }
}
