package dev.goodput.record;

/// One entry of a run's log.
public sealed interface LogEntry permits RequestRecord, LevelStarted, LevelEnded, HealthSample {

  /// Returns the load level it belongs to, from 0.
  int level();
}
