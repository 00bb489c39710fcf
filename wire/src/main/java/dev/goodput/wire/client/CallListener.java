package dev.goodput.wire.client;

/// A listener to one exchange, called on the loop.
public interface CallListener {
  /// Called last and exactly once, when the exchange has ended; never from within [LlmClient#send].
  void ended(Exchange exchange);

  /// Called after a socket read with the number of content events it contained. May cancel the
  /// call.
  default void content(int events) {}
}
