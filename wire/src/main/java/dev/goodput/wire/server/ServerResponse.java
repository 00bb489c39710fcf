package dev.goodput.wire.server;

import dev.goodput.wire.Header;
import dev.goodput.wire.Loop;
import java.util.List;

/// The answer to one request: [#send] at once, or [#head], any number of [#body], [#end]. On the
/// connection's loop only. Once the client has left, or after [#end], [#abort] and [#cut], calls do
/// nothing.
public interface ServerResponse {
  /// A whole answer with its length. The body's array must not change after.
  void send(int status, List<Header> headers, byte[] body);

  /// Status and headers. Without a Content-Length the body is chunked in HTTP/1.1, and ends with
  /// the connection for an HTTP/1.0 client.
  ///
  /// @throws IllegalStateException when the head is out already
  void head(int status, List<Header> headers);

  /// A piece of the body, framed and written to the socket now. The bytes are copied: the caller
  /// may use the array again.
  ///
  /// @throws IllegalStateException before the head
  void body(byte[] bytes);

  /// A piece of an array; see [#body(byte[])].
  void body(byte[] bytes, int offset, int length);

  /// Bytes written to the socket as they are, without framing: for faults, which a connection of
  /// HTTP/2 shares with all its streams. The array must not change after.
  void raw(byte[] bytes);

  /// The body is complete; the connection takes the next request.
  void end();

  /// Resets the connection (RST), or in HTTP/2 the stream with an error (RST_STREAM); what was not
  /// sent yet is lost.
  void abort();

  /// Closes the connection (FIN) after what was written, without the end of the body. In HTTP/2,
  /// where others share the connection, it resets the stream without an error (NO_ERROR).
  void cut();

  /// Runs once when the client leaves before the answer is over.
  void onClosed(Runnable action);

  /// The answer is over, or the client has left.
  boolean over();

  /// Bytes that wait for the client to read; a connection with more than 64 MiB of them is aborted.
  long pendingBytes();

  /// The connection's loop.
  Loop loop();
}
