package dev.goodput.wire.client;

/// What carries a call: a connection of its own, or a stream of a shared one.
interface Carrier {
  /// Whether its connection carried a call before this one.
  boolean reused();

  /// How long after a request the loss of the connection may come of a server that had closed it
  /// before.
  long staleNanos();

  /// Whether the server can say of a request that it never took it up.
  boolean refusable();

  /// The call under way is complete.
  ///
  /// @param reusable whether the connection may carry another one
  void released(boolean reusable);

  /// The call ended before its body: what still comes is dropped, for a while.
  void drain();

  /// The call left.
  void abandon();
}
