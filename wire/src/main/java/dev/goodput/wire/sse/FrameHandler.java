package dev.goodput.wire.sse;

/// A handler of events as they are framed.
public interface FrameHandler {
  /// Sets the type of the next event, if it has one other than `error`.
  default void type(String type) {
    // Most dialects state the type in the data.
  }

  /// Handles one event. The bytes belong to the framer and change after the call.
  ///
  /// @param complete false for an event that was cut by the end of the body
  void event(byte[] bytes, int from, int to, EventKind kind, boolean complete);

  /// Called when an event exceeds the limit; nothing follows.
  void tooLong(int limit);
}
