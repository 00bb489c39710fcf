package dev.goodput.wire.dialect;

import dev.goodput.wire.sse.EventKind;
import org.jspecify.annotations.Nullable;

/// A parser of one answer, which reports to its [AnswerSink].
public interface AnswerParser {
  /// Sets the type of the next event, as named by the framing. Not called for an event without a
  /// type.
  default void name(String type) {
    // Most dialects state the type in the JSON.
  }

  /// Parses one event of a stream. The bytes belong to the caller and change after the call.
  ///
  /// @param kind kind of the event, by the framing
  /// @param complete false for a last event that was cut by the end of the body; it counts only if
  ///   it can be parsed as it is
  void event(byte[] bytes, int from, int to, EventKind kind, boolean complete);

  /// Parses the whole body of an answer that is not streamed.
  void whole(byte[] bytes, int from, int to);

  /// Returns a template of this answer's typical chunk, so that matching chunks can be recognized
  /// by their bytes without this parser. Each match is one content event of the template's channel
  /// with an unknown number of tokens. Null if every event must be parsed.
  default @Nullable ChunkTemplate template() {
    return null;
  }

  /// Whether a stream consists of JSON lines if its media type does not state the format.
  default boolean lines() {
    return false;
  }

  /// Whether the parser wants the body; if not, it gets none of it.
  default boolean reads() {
    return true;
  }

  /// Handles the end of the body, and reports what requires the whole answer.
  void finished();
}
