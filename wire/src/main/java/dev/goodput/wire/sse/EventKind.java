package dev.goodput.wire.sse;

/// What the framing says of an event.
public enum EventKind {
  /// Data, of no type or of a type that says nothing.
  DATA,
  /// Data of the type `error`.
  ERROR,
  /// The value of a field that is literally called `error`, which some servers send.
  ERROR_FIELD
}
