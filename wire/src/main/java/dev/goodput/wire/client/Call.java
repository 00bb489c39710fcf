package dev.goodput.wire.client;

/// An exchange in progress. On the loop only.
public interface Call {
  /// Cancels the exchange: closes its connection, and ends it as cancelled before this returns.
  /// Does nothing if it has ended.
  void cancel();
}
