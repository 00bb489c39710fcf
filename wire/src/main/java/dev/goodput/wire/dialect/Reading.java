package dev.goodput.wire.dialect;

import tools.jackson.core.JsonParser;

/// What the JSON of one answer means in a dialect. Belongs to one exchange: some servers' events
/// say what is new only beside those before.
@FunctionalInterface
interface Reading {
  /// Takes the object at whose begin the parser stands into the chunk, and leaves the parser at the
  /// object's end.
  void object(JsonParser in, Chunk chunk);
}
