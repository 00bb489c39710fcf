package dev.goodput.gateway.exchange;

import dev.goodput.wire.dialect.AnswerParser;
import dev.goodput.wire.sse.EventKind;

/// Reads nothing of answers in no dialect.
final class Unread implements AnswerParser {
  @Override
  public boolean reads() {
    return false;
  }

  @Override
  public void event(byte[] bytes, int from, int to, EventKind kind, boolean complete) {}

  @Override
  public void whole(byte[] bytes, int from, int to) {}

  @Override
  public void finished() {}
}
