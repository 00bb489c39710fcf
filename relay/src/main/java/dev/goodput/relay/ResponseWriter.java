package dev.goodput.relay;

import io.netty.buffer.ByteBuf;

/// The writer of one client's responses. Callers write HTTP/1.1 whatever the client speaks. It also
/// controls reading from the client.
interface ResponseWriter {
  /// Writes the readable bytes of a buffer without moving its indices.
  void send(ByteBuf bytes);

  /// Writes a head and the bytes that followed it in the same read, in one write.
  void send(byte[] head, ByteBuf bytes);

  void send(byte[] bytes);

  /// Whether the client can take more.
  boolean writable();

  /// Returns how many bytes wait for the client to read them.
  long pendingBytes();

  /// Stops or resumes reading from the client.
  void reads(boolean on);

  /// Whether reading from the client is on.
  boolean reading();

  /// Whether the client is connected.
  boolean open();

  /// Closes once everything is written.
  void finish();

  /// Ends the output once everything is written, but continues to read.
  void finishOutput();

  /// Resets once everything is written, so that the client notices that the response is incomplete.
  void reset();

  void close();

  /// Closes at once, with a reset if an exchange is in progress: a clean close would make a
  /// response that ends with its connection look complete.
  default void breakOff(boolean midway) {
    if (midway || pendingBytes() > 0) {
      reset();
    }
    close();
  }
}
