package dev.goodput.wire;

import io.netty.buffer.ByteBuf;

/// A consumer of the bytes read from a socket, on the socket's loop.
public interface ReadConsumer {
  /// Returns the buffer for the next read: its whole capacity may be overwritten, it has a memory
  /// address, and it never changes.
  ByteBuf room();

  /// Consumes one read, which is in [#room()] between the reader and writer indices. Exceptions go
  /// to the channel's pipeline.
  void read();

  /// Whether to leave data in the socket; checked before each read.
  default boolean paused() {
    return false;
  }

  /// Passes a task that must be run after a pause to read the data that waited.
  default void attached(Runnable readOn) {}
}
