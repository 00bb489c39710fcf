package dev.goodput.wire.dial;

/// A waiter for a connection. On the loop only.
///
/// @param <C> kind of connection
public interface ConnectionWaiter<C> {
  /// Notes that a connection is being made; the callback abandons it.
  void connecting(Runnable onCancel);

  /// Receives the connection, ready including TLS.
  void connected(C connection);

  /// Receives the reason why no connection could be made.
  void notConnected(Throwable cause);
}
