package dev.goodput.wire.sse;

/// The kind of an event.
public enum EventKind {
  /// Data without a type, or with a type other than `error`.
  DATA,
  /// Data with the type `error`.
  ERROR,
  /// The value of a field named `error`, a non-standard field that some servers send.
  ERROR_FIELD
}
