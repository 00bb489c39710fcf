package dev.goodput.wire.dialect;

import dev.goodput.record.Channel;
import org.jspecify.annotations.Nullable;

/// What one event of the OpenAI family says.
final class Chunk {
  int choices;
  int index;
  @Nullable String error;
  @Nullable String finish;
  @Nullable Usage usage;
  final StringBuilder answer = new StringBuilder();
  final StringBuilder reasoning = new StringBuilder();
  final StringBuilder refusal = new StringBuilder();
  final StringBuilder toolCall = new StringBuilder();

  boolean hasContent() {
    return !answer.isEmpty() || !reasoning.isEmpty() || !refusal.isEmpty() || !toolCall.isEmpty();
  }

  /// The event's channel, where it has content: the one a user sees first.
  Channel channel() {
    if (!answer.isEmpty()) {
      return Channel.ANSWER;
    }
    if (!refusal.isEmpty()) {
      return Channel.REFUSAL;
    }
    return toolCall.isEmpty() ? Channel.REASONING : Channel.TOOL_CALL;
  }

  void tellTexts(AnswerSink sink) {
    tell(sink, Channel.REASONING, reasoning);
    tell(sink, Channel.ANSWER, answer);
    tell(sink, Channel.REFUSAL, refusal);
    tell(sink, Channel.TOOL_CALL, toolCall);
  }

  private static void tell(AnswerSink sink, Channel channel, StringBuilder text) {
    if (!text.isEmpty()) {
      sink.text(channel, JsonText.whole(text.toString()));
    }
  }
}
