package dev.goodput.telemetry;

/// How a wait for the first token ended without one. Its length is the event's residence.
public enum EventWait {
  /// The client left, or its own time-out expired.
  LEFT,
  /// The gateway's time-out expired while the client was still waiting.
  TIMED_OUT
}
