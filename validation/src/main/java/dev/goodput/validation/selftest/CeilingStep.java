package dev.goodput.validation.selftest;

import dev.goodput.metrics.result.ClientHealth;

/// A step of the search for the client's ceiling.
///
/// @param requested the content events per second that the streams offer
/// @param streams the approximate number of concurrent streams
/// @param achieved the content events per second that arrived
/// @param error the error of the stamps, on the client's own loop under this load
/// @param health the client's verdict on itself
record CeilingStep(
    int requested, int streams, double achieved, StampError error, ClientHealth health) {
  private static final double SHORT = 0.9;

  /// Returns whether the client was trusted.
  boolean trusted() {
    return health.verdict() == ClientHealth.Verdict.TRUSTED;
  }

  /// Returns whether the server, on its single loop, delivered clearly less than the offered load.
  boolean serverRanOut() {
    return achieved < SHORT * requested;
  }

  /// Returns whether a higher step makes sense.
  boolean worthMore() {
    return trusted() && !serverRanOut();
  }
}
