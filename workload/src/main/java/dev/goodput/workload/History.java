package dev.goodput.workload;

/// What later turns of a session carry.
public enum History {
  /// Each turn follows all earlier messages and the server's own answers.
  CUMULATIVE,
  /// Each turn is sent as it stands, its messages already hold what it needs.
  BY_TURN
}
