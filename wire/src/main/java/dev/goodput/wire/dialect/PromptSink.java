package dev.goodput.wire.dialect;

/// A receiver of the canonical text of a prompt, piece by piece, in the order of the body. Within a
/// part, two prompts with the same prefix give bytes with the same prefix, whatever the reads,
/// escapes and spaces of their bodies.
@FunctionalInterface
public interface PromptSink {
  /// A sink that ignores everything.
  PromptSink NONE = (part, bytes, from, to) -> {};

  /// Receives one piece in UTF-8. The bytes belong to the reader and change after the call.
  void piece(PromptPart part, byte[] bytes, int from, int to);
}
