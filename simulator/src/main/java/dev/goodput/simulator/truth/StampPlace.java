package dev.goodput.simulator.truth;

/// Where a chunk says when it was written.
public enum StampPlace {
  /// Nowhere.
  NONE,
  /// In a field `sent_ns` beside `choices`.
  FIELD,
  /// In the text of the chunk, as ` @NANOS`: survives clients that keep text only.
  TEXT
}
