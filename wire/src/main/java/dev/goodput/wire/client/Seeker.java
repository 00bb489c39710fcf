package dev.goodput.wire.client;

/// Who waits for a connection. On the loop only.
interface Seeker {
  /// A connection is being made; left where nobody waits for it any more.
  void connecting(Runnable leaves);

  /// It is there, TLS included.
  void connected(Connection connection);

  /// None could be made.
  void notConnected(Throwable cause);
}
