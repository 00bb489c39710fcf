package dev.goodput.wire.dialect;

import dev.goodput.wire.sse.EventKind;
import org.jspecify.annotations.Nullable;

/// Reads one answer; what it finds goes to its [AnswerSink].
public interface AnswerParser {
  /// The type that the framing names for the event that comes next; not called for one without.
  default void name(String type) {
    // Most dialects say in the JSON what it is.
  }

  /// One event of a stream; the bytes belong to the caller and change after the call.
  ///
  /// @param kind the event's kind, by the framing
  /// @param complete false for a last event that the end of the body cut: it counts only where it
  ///   makes sense as it stands
  void event(byte[] bytes, int from, int to, EventKind kind, boolean complete);

  /// The whole body of an answer that did not come as a stream.
  void whole(byte[] bytes, int from, int to);

  /// The chunk that this answer's chunks mostly resemble, so that those which do can be told by
  /// their bytes, past this parser: each is one content event of the template's channel, of unknown
  /// tokens. Null where every event has to come here.
  default @Nullable ChunkTemplate template() {
    return null;
  }

  /// Whether a stream comes as lines of JSON where its media type does not say how it comes.
  default boolean lines() {
    return false;
  }

  /// Whether anything is made of a body; where nothing is, none of it comes here.
  default boolean reads() {
    return true;
  }

  /// The end of the body: what needs the whole answer to be known is told now.
  void finished();
}
