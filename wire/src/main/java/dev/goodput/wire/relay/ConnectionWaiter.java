package dev.goodput.wire.relay;

/// A waiter for a connection to an upstream.
interface ConnectionWaiter {
  /// Whether the connection is no longer wanted.
  boolean over();

  /// Notes that a connection is being made.
  ///
  /// @param leaves closes it if it is no longer wanted
  void dialling(Runnable leaves);

  /// Receives the connection, ready including TLS.
  void made(UpstreamConnection connection, long now);

  /// Receives the reason why no connection could be made.
  void notConnected(Throwable cause, long now);
}
