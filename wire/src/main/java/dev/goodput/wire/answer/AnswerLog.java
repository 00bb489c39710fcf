package dev.goodput.wire.answer;

import dev.goodput.record.Channel;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import dev.goodput.wire.dialect.AnswerSink;
import org.jspecify.annotations.Nullable;

/// A log of the content of one answer. Each event has the stamp of the read that completed it.
public final class AnswerLog implements AnswerSink {
  private final ChunkLog.Builder chunks = new ChunkLog.Builder();
  private final @Nullable StringBuilder text;
  private final @Nullable StringBuilder otherText;

  /// The stamp of the current read.
  long now = Stamps.ABSENT;

  /// Whether the answer is not streamed, so that there is no first token.
  boolean unstreamed;

  long firstToken = Stamps.ABSENT;
  long firstAnswer = Stamps.ABSENT;
  long lastToken = Stamps.ABSENT;
  long endEvent = Stamps.ABSENT;
  int reasoningChunks;
  TokenCounts tokens = TokenCounts.NONE;
  @Nullable String finish;
  @Nullable String error;
  @Nullable String malformed;

  /// Creates a log for an answer that has not started.
  ///
  /// @param keepText whether to keep the texts
  public AnswerLog(boolean keepText) {
    text = keepText ? new StringBuilder() : null;
    otherText = keepText ? new StringBuilder() : null;
  }

  @Override
  public void content(Channel channel, boolean reasoning, int count) {
    lastToken = now;
    if (!unstreamed) {
      firstToken = Stamps.present(firstToken) ? firstToken : now;
      if (channel == Channel.ANSWER && !Stamps.present(firstAnswer)) {
        firstAnswer = now;
      }
    }
    reasoningChunks += reasoning ? 1 : 0;
    chunks.add(now, channel, count);
  }

  /// Adds content events that the matcher recognized in a read with this stamp.
  void addRepeated(Channel channel, int events, long stamp) {
    lastToken = stamp;
    reasoningChunks += channel == Channel.REASONING ? events : 0;
    for (int i = 0; i < events; i++) {
      chunks.add(stamp, channel, TokenCounts.UNKNOWN);
    }
  }

  @Override
  public void text(Channel channel, String part) {
    StringBuilder into = channel == Channel.ANSWER ? text : otherText;
    if (into != null) {
      into.append(part);
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

  /// Returns the number of content events so far.
  public int contentEvents() {
    return chunks.count();
  }

  /// Whether the end event was received.
  public boolean ended() {
    return Stamps.present(endEvent);
  }

  /// Returns the stamp of the end event, [Stamps#ABSENT] if there was none.
  public long endEvent() {
    return endEvent;
  }

  /// Returns the stamp of the first content event, [Stamps#ABSENT] if there was none or the answer
  /// was not streamed.
  public long firstToken() {
    return firstToken;
  }

  /// Returns the stamp of the first content event of the answer channel, [Stamps#ABSENT] if there
  /// was none.
  public long firstAnswer() {
    return firstAnswer;
  }

  /// Returns the stamp of the last content event, [Stamps#ABSENT] if there was none.
  public long lastToken() {
    return lastToken;
  }

  /// Returns how many content events carried reasoning.
  public int reasoningChunks() {
    return reasoningChunks;
  }

  /// Returns the server's token counts.
  public TokenCounts tokens() {
    return tokens;
  }

  /// Whether the answer contained an error event.
  public boolean failed() {
    return error != null;
  }

  /// Returns the content events.
  public ChunkLog chunks() {
    return chunks.build();
  }

  /// Returns the answer's text; null if texts are not kept.
  public @Nullable String text() {
    return text == null ? null : text.toString();
  }

  /// Returns the text of the other channels; null if texts are not kept.
  public @Nullable String otherText() {
    return otherText == null ? null : otherText.toString();
  }
}
