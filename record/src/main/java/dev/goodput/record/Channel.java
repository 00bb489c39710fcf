package dev.goodput.record;

/// The part of a response that a content event belongs to.
public enum Channel {
  /// The visible answer text.
  ANSWER(0),
  /// Reasoning text, streamed before or between the answer.
  REASONING(1),
  /// A refusal instead of an answer.
  REFUSAL(2),
  /// A fragment of a tool call.
  TOOL_CALL(3);

  private static final Channel[] BY_CODE = values();

  /// The channel's number in the run log; never changes.
  final int code;

  Channel(int code) {
    this.code = code;
  }

  static Channel of(int code) {
    return BY_CODE[code];
  }
}
