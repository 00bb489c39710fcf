package dev.goodput.wire.relay;

/// Who waits for a connection to an upstream.
interface Seeker {
  /// Whether nobody waits any more.
  boolean over();

  /// A connection is being made; closed where nobody waits for it any more.
  void dialling(Runnable leaves);

  /// It is there, TLS included.
  void made(UpstreamConnection connection, long now);

  /// None came about.
  void notConnected(Throwable cause, long now);
}
