package dev.goodput.wire.sse;

/// A splitter of a body into events.
public sealed interface Framer permits SseFramer, LineFramer {
  /// The limit on the size of an event: 16 MiB.
  int EVENT_LIMIT = 16 << 20;

  /// Splits the bytes of one read, of any size. They are not used after the call.
  void feed(byte[] bytes, int from, int to);

  /// Returns whether no event has started, so that a line `data: …` would start an event without a
  /// type.
  boolean expectsEvent();

  /// Ends the body; a remaining event is reported as incomplete.
  void finish();

  /// Returns a framer for Server-Sent Events.
  static Framer serverSentEvents(FrameHandler handler) {
    return new SseFramer(handler);
  }

  /// Returns a framer for newline-delimited JSON: each non-blank line is an event.
  static Framer lines(FrameHandler handler) {
    return new LineFramer(handler);
  }
}
