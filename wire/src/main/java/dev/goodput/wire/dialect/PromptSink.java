package dev.goodput.wire.dialect;

/// Takes the canonical text of a prompt, piece by piece, in the order of the body. Within a part,
/// two prompts that begin alike give bytes that begin alike, however the bodies were cut, escaped
/// or spaced.
@FunctionalInterface
public interface PromptSink {
  /// Wants nothing.
  PromptSink NONE = (part, bytes, from, to) -> {};

  /// One piece, UTF-8; the bytes belong to the reader and change after the call.
  void piece(PromptPart part, byte[] bytes, int from, int to);
}
