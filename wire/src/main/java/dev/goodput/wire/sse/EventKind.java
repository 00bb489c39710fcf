package dev.goodput.wire.sse;

/// The kind of an event, by its framing.
public enum EventKind {
  /// Data without a type, or of any type but `error`.
  DATA,
  /// Data of the type `error`.
  ERROR,
  /// The value of a field named `error`, which some servers send.
  ERROR_FIELD
}
