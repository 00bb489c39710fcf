package dev.goodput.wire.dial;

import dev.goodput.wire.ReadStamp;
import org.jspecify.annotations.Nullable;

/// A maker of connections that are not connected yet, for a [Dialer].
///
/// @param <C> kind of connection
public interface ConnectionMaker<C extends DialedConnection> {
  /// Returns a new connection with its socket.
  ///
  /// @param stamp time stamps for the reads if TLS or HTTP/2 may decode the socket's bytes; null if
  ///   the connection reads the socket itself
  C make(@Nullable ReadStamp stamp);

  /// Notes that the server accepted a connection. TLS may follow.
  default void accepted() {}

  /// Notes that no connection could be made.
  default void failed(Throwable cause) {}
}
