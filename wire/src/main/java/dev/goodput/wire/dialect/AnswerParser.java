package dev.goodput.wire.dialect;

import dev.goodput.wire.sse.EventKind;

/// Reads one answer; what it finds goes to its [AnswerSink].
public interface AnswerParser {
  /// One event of a stream; the bytes belong to the caller and change after the call.
  ///
  /// @param kind the event's kind, by the framing
  /// @param complete false for a last event that the end of the body cut: it counts only where it
  ///   makes sense as it stands
  void event(byte[] bytes, int from, int to, EventKind kind, boolean complete);

  /// The whole body of an answer that did not come as a stream.
  void whole(byte[] bytes, int from, int to);

  /// The end of the body: what needs the whole answer to be known is told now.
  void finished();
}
