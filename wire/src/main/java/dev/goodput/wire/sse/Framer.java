package dev.goodput.wire.sse;

/// Cuts a body into events.
public sealed interface Framer permits SseFramer, LineFramer {
  /// The longest event, in bytes: 16 MiB.
  int EVENT_LIMIT = 16 << 20;

  /// Takes in body bytes, cut anywhere; they belong to the caller.
  void feed(byte[] bytes, int from, int to);

  /// Whether nothing is begun, so that a line `data: …` that comes now begins a plain event.
  boolean expectsEvent();

  /// The body ended: what is left is told as incomplete.
  void finish();

  /// Server-Sent Events.
  static Framer serverSentEvents(FrameHandler handler) {
    return new SseFramer(handler);
  }

  /// Newline-delimited JSON: each line that is not blank is an event.
  static Framer lines(FrameHandler handler) {
    return new LineFramer(handler);
  }
}
