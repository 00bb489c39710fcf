package dev.goodput.wire.sse;

/// Hears of events as they are framed.
public interface FrameHandler {
  /// The type of the event that is told next, where it has one that is not `error`.
  default void name(String type) {
    // Most dialects say in the data what it is.
  }

  /// One event; the bytes belong to the framer and change after the call.
  ///
  /// @param complete false for what the end of the body cut off
  void event(byte[] bytes, int from, int to, EventKind kind, boolean complete);

  /// An event is longer than any should be; nothing follows.
  void tooLong(int limit);
}
