package dev.goodput.wire.dialect;

import tools.jackson.core.JsonParser;

/// The interpretation of a dialect's JSON for one answer. An instance belongs to one exchange,
/// because with some servers the new part of an event can only be found by comparison with earlier
/// ones.
@FunctionalInterface
interface EventReader {
  /// Whether more answers may follow one that has ended, without any notice.
  default boolean goesOn() {
    return false;
  }

  /// Reads the object at whose start the parser is into the chunk, and leaves the parser at the
  /// object's end.
  void object(JsonParser in, Chunk chunk);
}
