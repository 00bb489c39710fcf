package dev.goodput.lab.hop;

/// What the upstream does with the requests of one probe.
///
/// @param tokens content events of a whole answer
/// @param firstNanos from the request to the first of them, ns
/// @param gapNanos from one to the next, ns
/// @param end how it ends
record Script(int tokens, long firstNanos, long gapNanos, End end) {
  private static final long MS = 1_000_000;

  /// How an answer ends.
  enum End {
    /// With its last event, `[DONE]` and the end of the body.
    WHOLE,
    /// The same, of events that no proxy may touch: comments, odd blanks, escapes, unknown fields.
    ODD,
    /// The same, with a header behind the body.
    TRAILER,
    /// The connection is ended half way (FIN).
    CUT,
    /// The connection is reset half way (RST).
    RESET,
    /// 503 and a body, in place of an answer.
    REFUSED,
    /// The connection is ended in place of an answer.
    UNANSWERED
  }

  /// 50 ms to the first token, then one every so many milliseconds.
  static Script of(int tokens, long gapMillis, End end) {
    return new Script(tokens, 50 * MS, gapMillis * MS, end);
  }

  Script withFirstMillis(long millis) {
    return new Script(tokens, millis * MS, gapNanos, end);
  }
}
