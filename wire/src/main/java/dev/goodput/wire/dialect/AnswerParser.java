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
  /// @param complete false for a last event that the end of the body cut; such an event counts only
  ///   if it can be parsed
  void event(byte[] bytes, int from, int to, EventKind kind, boolean complete);

  /// Parses the whole body of an answer that is not streamed.
  void wholeBody(byte[] bytes, int from, int to);

  /// Returns a template of this answer's typical chunk, so that matching chunks can be recognized
  /// by their bytes without this parser. Each match is one content event of the template's channel
  /// with an unknown number of tokens. Null if every event must be parsed.
  default @Nullable ChunkTemplate template() {
    return null;
  }

  /// Whether a stream whose media type does not state the format consists of JSON lines.
  default boolean isJsonLines() {
    return false;
  }

  /// Whether the parser reads the body. If not, it receives none of it.
  default boolean wantsBody() {
    return true;
  }

  /// Handles the end of the answer, and reports what is known only then.
  void finished();
}
