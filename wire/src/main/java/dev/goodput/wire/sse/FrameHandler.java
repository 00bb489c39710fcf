package dev.goodput.wire.sse;

/// A receiver of the events of a framer.
public interface FrameHandler {
  /// Called before an event that has a type other than `error`.
  default void type(String type) {
    // Most dialects state the type in the data.
  }

  /// Handles one event. The bytes are valid only during the call.
  ///
  /// @param complete false if the body ended within the event
  void event(byte[] bytes, int from, int to, EventKind kind, boolean complete);

  /// Called when an event exceeds the limit, in bytes; no call follows.
  void tooLong(int limit);
}
