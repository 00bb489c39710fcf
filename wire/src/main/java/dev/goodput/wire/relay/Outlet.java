package dev.goodput.wire.relay;

import io.netty.buffer.ByteBuf;

/// The way out to a client, in the words of HTTP/1.1 whatever the client speaks, and what can be
/// done about its sending.
interface Outlet {
  /// Writes the readable bytes of a buffer, whose indices stay.
  void send(ByteBuf bytes);

  /// Writes a head and what follows it of the same read, in one go.
  void send(byte[] head, ByteBuf bytes);

  /// Writes bytes.
  void send(byte[] bytes);

  /// Whether the client takes more.
  boolean writable();

  /// Bytes that wait for the client to read.
  long pendingBytes();

  /// Has the client wait, or go on, with what it sends.
  void reads(boolean on);

  /// Whether the client may send.
  boolean reading();

  /// Whether the client is there.
  boolean open();

  /// Closes after all that was written.
  void finish();

  /// Says after all that was written that nothing follows, and goes on reading.
  void finishOutput();

  /// Resets after all that was written: the client knows that it broke off.
  void reset();

  /// Closes at once.
  void close();

  /// Closes at once, with a reset where something was under way: where an answer's end is that of
  /// its connection, a goodbye would make it whole.
  default void breakOff(boolean midway) {
    if (midway || pendingBytes() > 0) {
      reset();
    }
    close();
  }
}
