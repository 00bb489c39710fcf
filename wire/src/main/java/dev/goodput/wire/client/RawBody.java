package dev.goodput.wire.client;

import dev.goodput.wire.dialect.AnswerParser;
import dev.goodput.wire.sse.EventKind;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// A parser that keeps the raw body.
final class RawBody implements AnswerParser {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  @Override
  public void event(byte[] source, int from, int to, EventKind kind, boolean complete) {
    bytes.write(source, from, to - from);
  }

  @Override
  public void wholeBody(byte[] source, int from, int to) {
    bytes.write(source, from, to - from);
  }

  @Override
  public void finished() {
    // A raw body has nothing to sum up.
  }

  byte[] bytes() {
    return bytes.toByteArray();
  }

  String text() {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
