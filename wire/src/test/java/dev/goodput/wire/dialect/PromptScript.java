package dev.goodput.wire.dialect;

import dev.goodput.testing.Bytes;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// A recorder of what a reader of request bodies finds.
final class PromptScript implements PromptSink {
  private final ByteArrayOutputStream frame = new ByteArrayOutputStream();
  private final ByteArrayOutputStream turns = new ByteArrayOutputStream();
  final RequestReader reader;

  PromptScript(Dialect dialect) {
    reader = new RequestReader(dialect, this);
  }

  /// Reads a whole body.
  static PromptScript of(String dialect, String body) {
    PromptScript script = new PromptScript(Dialect.named(dialect));
    byte[] bytes = Bytes.of(body);
    script.reader.feed(bytes, 0, bytes.length);
    return script;
  }

  @Override
  public void append(PromptPart part, byte[] bytes, int from, int to) {
    (part == PromptPart.FRAME ? frame : turns).write(bytes, from, to - from);
  }

  RequestFacts facts() {
    return reader.facts();
  }

  String frame() {
    return frame.toString(StandardCharsets.UTF_8);
  }

  String turns() {
    return turns.toString(StandardCharsets.UTF_8);
  }
}
