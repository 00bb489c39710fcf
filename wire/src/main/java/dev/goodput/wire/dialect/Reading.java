package dev.goodput.wire.dialect;

import tools.jackson.core.JsonParser;

/// What the JSON of one answer means in a dialect. Belongs to one exchange: some servers' events
/// say what is new only beside those before.
@FunctionalInterface
interface Reading {
  /// Whether an answer may follow one that is over, and nothing tells beforehand.
  default boolean goesOn() {
    return false;
  }

  /// Takes the object at whose begin the parser stands into the chunk, and leaves the parser at the
  /// object's end.
  void object(JsonParser in, Chunk chunk);
}
