package dev.goodput.wire.dialect;

/// Where a piece of a prompt stands when the model reads it. A body may hold the parts in any
/// order: both official client libraries put the conversation before the system prompt and the
/// tools.
public enum PromptPart {
  /// What comes before the conversation: tools, and a system prompt that stands apart from the
  /// messages.
  FRAME,
  /// The conversation, or the bare prompt.
  TURNS
}
