package dev.goodput.wire.dialect;

/// A receiver of the canonical text of a prompt, a few bytes at a time, in the order of the body.
/// If a part of two prompts starts with the same text, its bytes start the same, however the bodies
/// are split into reads, escaped or spaced.
@FunctionalInterface
public interface PromptSink {
  /// A sink that ignores everything.
  PromptSink NONE = (part, bytes, from, to) -> {};

  /// Receives the next bytes of a part, in UTF-8. The array belongs to the reader and changes after
  /// the call.
  void append(PromptPart part, byte[] bytes, int from, int to);
}
