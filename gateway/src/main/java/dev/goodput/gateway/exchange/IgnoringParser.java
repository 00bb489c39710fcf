package dev.goodput.gateway.exchange;

import dev.goodput.wire.dialect.AnswerParser;
import dev.goodput.wire.sse.EventKind;

/// A parser that ignores responses without a dialect.
final class IgnoringParser implements AnswerParser {
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
