package dev.goodput.wire;

import io.netty.buffer.ByteBuf;

/// Takes in what a socket gave, on the socket's loop.
public interface ReadTaker {
  /// Where the next read goes: all of its capacity may be overwritten, it has a memory address, and
  /// it stays the same.
  ByteBuf room();

  /// Takes in one read, which lies in [#room()] between its reader and its writer index. What is
  /// thrown goes to the channel's pipeline.
  void read();

  /// Whether what is there has to wait in the socket; asked before each read.
  default boolean paused() {
    return false;
  }

  /// Hands over what has to be run after a pause, so that what waited is read.
  default void attached(Runnable readOn) {}
}
