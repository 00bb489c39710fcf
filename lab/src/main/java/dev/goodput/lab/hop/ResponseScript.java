package dev.goodput.lab.hop;

/// What the upstream does with the requests of one probe.
///
/// @param tokens content events of a complete response
/// @param firstNanos from the request to the first event, ns
/// @param gapNanos from one event to the next, ns
/// @param end how the response ends
record ResponseScript(int tokens, long firstNanos, long gapNanos, End end) {
  private static final long MS = 1_000_000;

  /// How a response ends.
  enum End {
    /// With its last event, `[DONE]` and the end of the body.
    WHOLE,
    /// The same, with events that no proxy may change: comments, unusual spaces, escapes, unknown
    /// fields.
    ODD,
    /// The same, with a trailer after the body.
    TRAILER,
    /// The connection is closed half way (FIN).
    CUT,
    /// The connection is reset half way (RST).
    RESET,
    /// 503 and a body instead of a response.
    REFUSED,
    /// The connection is closed instead of a response.
    UNANSWERED
  }

  /// Returns a script with 50 ms to the first token and then one token every `gapMillis`.
  static ResponseScript of(int tokens, long gapMillis, End end) {
    return new ResponseScript(tokens, 50 * MS, gapMillis * MS, end);
  }

  ResponseScript withFirstMillis(long millis) {
    return new ResponseScript(tokens, millis * MS, gapNanos, end);
  }
}
