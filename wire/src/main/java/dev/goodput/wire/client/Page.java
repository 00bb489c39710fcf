package dev.goodput.wire.client;

import dev.goodput.record.Outcome;

/// The result of requesting a page. Stamps are nanoseconds since the reader's origin.
public sealed interface Page {
  /// A page that was received.
  ///
  /// @param sentNanos when the last byte of the request was written
  /// @param headersNanos when the status line and headers were read
  /// @param body body, decoded as UTF-8
  record Text(long sentNanos, long headersNanos, String body) implements Page {}

  /// A page that could not be read.
  ///
  /// @param endedNanos when the failure was known
  /// @param outcome reason; contains no secret of the address
  record None(long endedNanos, Outcome outcome) implements Page {}
}
