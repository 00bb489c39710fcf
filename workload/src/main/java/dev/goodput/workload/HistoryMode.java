package dev.goodput.workload;

/// What later turns of a session include.
public enum HistoryMode {
  /// Each turn follows all earlier messages and the server's own responses.
  CUMULATIVE,
  /// Each turn is sent as it is; its messages already include what it needs.
  BY_TURN
}
