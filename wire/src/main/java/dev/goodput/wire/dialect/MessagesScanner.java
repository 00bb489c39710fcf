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

  private boolean typeSeen;
  private boolean deltaSeen;
  private @Nullable Channel typeChannel;

  @Override
  void reset() {
    typeSeen = false;
    deltaSeen = false;
    typeChannel = null;
  }

  @Override
  boolean isComplete() {
    return typeSeen && typeChannel == channel();
  }

  @Override
  int member(int value, Level level) {
    return level == Level.TOP ? topMember(value) : deltaMember(value);
  }

  private int topMember(int value) {
    if (isNamed(TYPE)) {
      typeSeen = true;
      return JsonScan.literal(bytes, value, to, "\"content_block_delta\"");
    }
    if (isNamed(DELTA)) {
      boolean again = deltaSeen;
      deltaSeen = true;
      return again ? JsonScan.INVALID : object(value, Level.DELTA);
    }
    return isNamed(INDEX) ? skipUnused(value, 1) : JsonScan.INVALID;
  }

  private int deltaMember(int value) {
    if (isNamed(TYPE)) {
      return type(value);
    }
    if (isNamed(TEXT)) {
      return text(value, Channel.ANSWER);
    }
    return isNamed(THINKING) ? text(value, Channel.REASONING) : JsonScan.INVALID;
  }

  private int type(int value) {
    int text = JsonScan.literal(bytes, value, to, "\"text_delta\"");
    typeChannel = text > 0 ? Channel.ANSWER : Channel.REASONING;
    return text > 0 ? text : JsonScan.literal(bytes, value, to, "\"thinking_delta\"");
  }
}
