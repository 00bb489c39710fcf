package dev.goodput.wire.answer;

import dev.goodput.record.Channel;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import dev.goodput.wire.dialect.AnswerSink;
import org.jspecify.annotations.Nullable;

/// Gathers what one answer holds, each event under the stamp of the read that completed it.
public final class AnswerLog implements AnswerSink {
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

  /// A log of an answer that is still to come.
  ///
  /// @param keepText whether texts are gathered too
  public AnswerLog(boolean keepText) {
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

  /// Content events so far.
  public int contentEvents() {
    return chunks.count();
  }

  /// Whether the end event came.
  public boolean ended() {
    return Stamps.present(endEvent);
  }

  /// The stamp of the end event, [Stamps#ABSENT] where none came.
  public long endEvent() {
    return endEvent;
  }

  /// The stamp of the first content event, [Stamps#ABSENT] where none came, or all at once.
  public long firstToken() {
    return firstToken;
  }

  /// The stamp of the first content event of the answer channel, [Stamps#ABSENT] where none came.
  public long firstAnswer() {
    return firstAnswer;
  }

  /// The stamp of the last content event, [Stamps#ABSENT] where none came.
  public long lastToken() {
    return lastToken;
  }

  /// How many content events carried reasoning.
  public int reasoningChunks() {
    return reasoningChunks;
  }

  /// What the server counted.
  public TokenCounts tokens() {
    return tokens;
  }

  /// Whether an error came inside the answer.
  public boolean failed() {
    return error != null;
  }

  /// The content events.
  public ChunkLog chunks() {
    return chunks.build();
  }

  /// The answer's text; null where texts are not kept.
  public @Nullable String text() {
    return text == null ? null : text.toString();
  }

  /// The text of the other channels; null where texts are not kept.
  public @Nullable String otherText() {
    return otherText == null ? null : otherText.toString();
  }
}
