package dev.goodput.wire.dialect;

/// A part of a prompt, in the order in which the model reads them. A body may contain the parts in
/// another order: both official client libraries put the conversation before the system prompt and
/// the tools.
public enum PromptPart {
  /// The part before the conversation: tools, and a system prompt that is separate from the
  /// messages.
  FRAME,
  /// The conversation, or the bare prompt.
  TURNS
}
