package dev.goodput.wire.http2;

import org.jspecify.annotations.Nullable;

/// Hears of a whole connection, on its loop.
public interface LinkOwner {
  /// The other side's first settings came: it speaks HTTP/2, and streams may be opened.
  void ready();

  /// The other side opened a stream: its head follows.
  ///
  /// @param stream its number
  StreamTaker opened(int stream);

  /// The other side takes no new streams from now on; those that it has may go on.
  default void goingAway() {}

  /// The other side sent a head that is none, or too long: its stream was refused.
  default void malformed() {}

  /// A stream is over, in whatever way.
  default void streamEnded() {}

  /// The connection is over; each of its streams hears of it after this.
  ///
  /// @param cause null where it was closed in order
  void ended(@Nullable Throwable cause);
}
