package dev.goodput.wire.client;

/// An exchange under way. On the loop only.
public interface Call {
  /// Leaves: the connection is closed, and the exchange ends as cancelled before this returns;
  /// nothing happens where it ended already.
  void cancel();
}
