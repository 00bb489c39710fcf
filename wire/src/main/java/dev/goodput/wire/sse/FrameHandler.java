package dev.goodput.wire.sse;

/// Hears of events as they are framed.
public interface FrameHandler {
  /// One event; the bytes belong to the framer and change after the call.
  ///
  /// @param complete false for what the end of the body cut off
  void event(byte[] bytes, int from, int to, EventKind kind, boolean complete);

  /// An event is longer than any should be; nothing follows.
  void tooLong(int limit);
}
