package dev.goodput.wire.client;

/// The transport of one call: a connection of its own, or a stream of a shared one.
interface CallTransport {
  /// Whether the connection carried a call before this one.
  boolean reused();

  /// Returns how long after a request a lost connection may still mean that the server had closed
  /// it before the request arrived.
  long staleNanos();

  /// Whether the server can report that it never processed a request.
  boolean refusable();

  /// Ends the call after its complete response.
  ///
  /// @param reusable whether the connection may carry another call
  void released(boolean reusable);

  /// Ends the call before the end of its body, whose remaining bytes are dropped for a while.
  void drain();

  /// Ends the call early.
  void abandon();
}
