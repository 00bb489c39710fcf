package dev.goodput.wire.client;

/// A waiter for a connection. On the loop only.
interface ConnectionWaiter {
  /// Notes that a connection is being made; the callback abandons it.
  void connecting(Runnable leaves);

  /// Receives the connection, ready including TLS.
  void connected(Connection connection);

  /// Receives the reason why no connection could be made.
  void notConnected(Throwable cause);
}
