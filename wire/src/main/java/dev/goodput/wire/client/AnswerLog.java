package dev.goodput.wire.client;

import dev.goodput.record.Channel;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import dev.goodput.wire.dialect.AnswerSink;
import org.jspecify.annotations.Nullable;

/// Gathers what one answer holds, each event under the stamp of the read that completed it.
final class AnswerLog implements AnswerSink {
  private final ChunkLog.Builder chunks = new ChunkLog.Builder();
  private final @Nullable StringBuilder text;
  private final @Nullable StringBuilder otherText;

  /// The stamp of the read under way.
  long now = Stamps.ABSENT;

  /// Whether the answer comes in one piece, so that there is no first token.
  boolean whole;

  long firstToken = Stamps.ABSENT;
  long firstAnswer = Stamps.ABSENT;
  long lastToken = Stamps.ABSENT;
  long endEvent = Stamps.ABSENT;
  int reasoningChunks;
  TokenCounts tokens = TokenCounts.NONE;
  @Nullable String finish;
  @Nullable String error;
  @Nullable String malformed;

  AnswerLog(boolean keepText) {
    text = keepText ? new StringBuilder() : null;
    otherText = keepText ? new StringBuilder() : null;
  }

  @Override
  public void content(Channel channel, boolean reasoning, int count) {
    lastToken = now;
    if (!whole) {
      firstToken = Stamps.present(firstToken) ? firstToken : now;
      if (channel == Channel.ANSWER && !Stamps.present(firstAnswer)) {
        firstAnswer = now;
      }
    }
    reasoningChunks += reasoning ? 1 : 0;
    chunks.add(now, channel, count);
  }

  /// More content like some that came before, in a read with this stamp.
  void again(Channel channel, int events, long stamp) {
    lastToken = stamp;
    reasoningChunks += channel == Channel.REASONING ? events : 0;
    for (int i = 0; i < events; i++) {
      chunks.add(stamp, channel, TokenCounts.UNKNOWN);
    }
  }

  @Override
  public void text(Channel channel, String piece) {
    StringBuilder into = channel == Channel.ANSWER ? text : otherText;
    if (into != null) {
      into.append(piece);
    }
  }

  @Override
  public void usage(TokenCounts counts) {
    tokens = counts;
  }

  @Override
  public void finish(String reason) {
    finish = reason;
  }

  @Override
  public void end() {
    endEvent = now;
  }

  @Override
  public void error(String detail) {
    error = error == null ? detail : error;
  }

  @Override
  public void malformed(String detail) {
    malformed = malformed == null ? detail : malformed;
  }

  int contentEvents() {
    return chunks.count();
  }

  boolean ended() {
    return Stamps.present(endEvent);
  }

  ChunkLog chunks() {
    return chunks.build();
  }

  @Nullable String text() {
    return text == null ? null : text.toString();
  }

  @Nullable String otherText() {
    return otherText == null ? null : otherText.toString();
  }
}
