package dev.goodput.wire.http2;

import org.jspecify.annotations.Nullable;

/// The reason why a stream ended early.
public sealed interface StreamEnd {
  /// The other side reset the stream.
  ///
  /// @param code error code of RFC 9113 §7
  record Reset(long code) implements StreamEnd {}

  /// The other side never processed the stream: it refused the stream, or sent GOAWAY before it
  /// (RFC 9113 §8.7).
  ///
  /// @param detail description
  record Refused(String detail) implements StreamEnd {}

  /// What arrived on the stream was not valid HTTP.
  ///
  /// @param detail description
  record Invalid(String detail) implements StreamEnd {}

  /// The connection ended before the stream.
  ///
  /// @param cause null if the other side closed it
  record Lost(@Nullable Throwable cause) implements StreamEnd {}
}
