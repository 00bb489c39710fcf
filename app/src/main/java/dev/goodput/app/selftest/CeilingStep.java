package dev.goodput.app.selftest;

import dev.goodput.metrics.result.ClientHealth;

/// One step of the search for the ceiling.
///
/// @param asked content events per second that the streams would bring
/// @param streams how many at once, about
/// @param achieved content events per second that came
/// @param error of the stamps, on the client's own loop while it read all that
/// @param health what the client said of itself
record CeilingStep(int asked, int streams, double achieved, StampError error, ClientHealth health) {
  private static final double SHORT = 0.9;

  /// Whether the client could be trusted.
  boolean trusted() {
    return health.verdict() == ClientHealth.Verdict.TRUSTED;
  }

  /// Whether the server, on its one loop, brought clearly less than was asked.
  boolean serverRanOut() {
    return achieved < SHORT * asked;
  }

  /// Whether a larger step makes sense.
  boolean worthMore() {
    return trusted() && !serverRanOut();
  }
}
