package dev.goodput.wire.dialect;

/// The position of a piece of a prompt when the model reads it. A body may contain the parts in any
/// order: both official client libraries put the conversation before the system prompt and the
/// tools.
public enum PromptPart {
  /// The part before the conversation: tools, and a system prompt that is separate from the
  /// messages.
  FRAME,
  /// The conversation, or the bare prompt.
  TURNS
}
