package dev.goodput.wire.dialect;

import dev.goodput.wire.sse.EventKind;

/// Answers of the OpenAI family.
final class OpenAiParser implements AnswerParser {
  OpenAiParser(AnswerSink sink, boolean keepText) {}

  @Override
  public void event(byte[] bytes, int from, int to, EventKind kind, boolean complete) {
    throw new UnsupportedOperationException("lands with a next commit");
  }

  @Override
  public void whole(byte[] bytes, int from, int to) {
    throw new UnsupportedOperationException("lands with a next commit");
  }

  @Override
  public void finished() {}
}
