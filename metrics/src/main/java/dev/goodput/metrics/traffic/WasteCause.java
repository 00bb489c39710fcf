package dev.goodput.metrics.traffic;

/// The reason why the tokens of an exchange were wasted. An exchange has one cause, the first of
/// these that applies, so that no token is counted twice.
public enum WasteCause {
  /// Another attempt followed, so this one was never delivered.
  RETRIED("retried"),
  /// The client left before the end.
  CLIENT_GONE("client_gone"),
  /// A time-out expired.
  TIMED_OUT("timed_out"),
  /// The response was truncated: no finish reason or end event, or a broken connection.
  TRUNCATED("truncated"),
  /// Any other failure.
  ERRORED("errored"),
  /// The response was complete, but too late for its SLO.
  LATE("late");

  private final String key;

  WasteCause(String key) {
    this.key = key;
  }

  /// Returns the key used in metrics and documents.
  public String key() {
    return key;
  }
}
