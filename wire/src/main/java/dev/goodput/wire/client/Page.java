package dev.goodput.wire.client;

import dev.goodput.record.Outcome;

/// What came of asking for a page. Stamps are nanoseconds since the reader's origin.
public sealed interface Page {
  /// The page.
  ///
  /// @param sentNanos the last byte of the request was written
  /// @param headersNanos status line and headers were read
  /// @param body as it came, read as UTF-8
  record Text(long sentNanos, long headersNanos, String body) implements Page {}

  /// None came.
  ///
  /// @param endedNanos when it was known
  /// @param outcome why; holds no secret of the address
  record None(long endedNanos, Outcome outcome) implements Page {}
}
