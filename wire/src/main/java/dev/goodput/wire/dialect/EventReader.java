package dev.goodput.wire.dialect;

import tools.jackson.core.JsonParser;

/// A reader of a dialect's JSON for one answer. An instance belongs to one exchange, because the
/// events of some servers repeat earlier text, and only a comparison shows what is new.
@FunctionalInterface
interface EventReader {
  /// Whether another answer may follow in the stream after one has ended.
  default boolean mayContinueAfterEnd() {
    return false;
  }

  /// Reads one object into the chunk. The parser is at the start of the object before the call and
  /// at its end after it.
  void object(JsonParser in, Chunk chunk);
}
