package dev.goodput.wire.server;

import dev.goodput.wire.Header;
import dev.goodput.wire.Loop;
import java.util.List;

/// The response to one request: either [#send], or [#head], any number of [#body], and [#end]. On
/// the connection's loop only. After the client disconnects, and after [#end], [#abort] and [#cut],
/// calls do nothing.
public interface ServerResponse {
  /// Sends a whole response with its length. The body's array must not change afterwards.
  void send(int status, List<Header> headers, byte[] body);

  /// Sends status and headers. Without a Content-Length the body is chunked in HTTP/1.1, and ends
  /// with the connection for an HTTP/1.0 client.
  ///
  /// @throws IllegalStateException if the head was already sent
  void head(int status, List<Header> headers);

  /// Sends a part of the body, framed and written to the socket now. The bytes are copied, so the
  /// caller can reuse the array.
  ///
  /// @throws IllegalStateException before the head
  void body(byte[] bytes);

  /// Sends a part of an array; see [#body(byte[])].
  void body(byte[] bytes, int offset, int length);

  /// Writes bytes to the socket without framing, to simulate faults. In HTTP/2 this affects all
  /// streams of the connection. The array must not change afterwards.
  void raw(byte[] bytes);

  /// Ends the body; the connection takes the next request.
  void end();

  /// Resets the connection (RST), or in HTTP/2 the stream with an error (RST_STREAM). Unsent data
  /// is lost.
  void abort();

  /// Closes the connection (FIN) after what was written, without ending the body. In HTTP/2, where
  /// others share the connection, it resets the stream without an error (NO_ERROR).
  void cut();

  /// Registers an action that runs once if the client disconnects before the response has ended.
  void onClosed(Runnable action);

  /// Whether the response has ended or the client has disconnected.
  boolean over();

  /// Returns how many bytes wait for the client to read them. A connection with more than 64 MiB is
  /// aborted.
  long pendingBytes();

  /// Returns the connection's loop.
  Loop loop();
}
