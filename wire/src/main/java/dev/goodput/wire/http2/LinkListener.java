package dev.goodput.wire.http2;

import org.jspecify.annotations.Nullable;

/// A listener to the events of a whole connection, called on its loop.
public interface LinkListener {
  /// Called when the other side's first settings arrive: it speaks HTTP/2, and streams can be
  /// opened.
  void ready();

  /// Called when the other side opened a stream; its head follows.
  ///
  /// @param stream stream ID
  StreamListener opened(int stream);

  /// Called when the other side accepts no new streams; open ones may continue.
  default void goingAway() {}

  /// Called when the other side sent a malformed or too long head; its stream was refused.
  default void malformed() {}

  /// Called when a stream has ended in any way.
  default void streamEnded() {}

  /// Called when the connection has ended, before its streams are notified.
  ///
  /// @param cause null if it was closed without an error
  void ended(@Nullable Throwable cause);
}
