package dev.goodput.metrics.traffic;

/// Why the tokens of an exchange were for nothing. An exchange has one cause, the first of these
/// that applies, so that no token is counted twice.
public enum WasteCause {
  /// Another attempt followed: nobody saw this one.
  RETRIED("retried"),
  /// The client left before the end.
  CLIENT_GONE("client_gone"),
  /// A time-out ran off.
  TIMED_OUT("timed_out"),
  /// The answer broke off: no finish reason or end event, or a connection that broke.
  TRUNCATED("truncated"),
  /// Any other failure.
  ERRORED("errored"),
  /// It came whole, and too late for its SLO.
  LATE("late");

  private final String word;

  WasteCause(String word) {
    this.word = word;
  }

  /// The word in metrics and documents.
  public String word() {
    return word;
  }
}
