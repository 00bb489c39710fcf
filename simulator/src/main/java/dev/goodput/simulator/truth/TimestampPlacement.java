package dev.goodput.simulator.truth;

/// The place of a chunk's write timestamp.
public enum TimestampPlacement {
  /// No timestamp.
  NONE,
  /// In a field `sent_ns` next to `choices`.
  FIELD,
  /// In the text of the chunk, as ` @NANOS`, which clients that store only the text preserve.
  TEXT
}
