package dev.goodput.wire.http2;

import org.jspecify.annotations.Nullable;

/// How a stream ended before its time.
public sealed interface StreamEnd {
  /// The other side reset it.
  ///
  /// @param code of RFC 9113 §7
  record Reset(long code) implements StreamEnd {}

  /// The other side never took it up: it refused it, or went away before it (RFC 9113 §8.7).
  ///
  /// @param detail in plain words
  record Refused(String detail) implements StreamEnd {}

  /// What came on it was not HTTP.
  ///
  /// @param detail in plain words
  record Invalid(String detail) implements StreamEnd {}

  /// The connection ended under it.
  ///
  /// @param cause null where the other side closed it
  record Lost(@Nullable Throwable cause) implements StreamEnd {}
}
