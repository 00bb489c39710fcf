package dev.goodput.wire.client;

/// Hears of one exchange, on the loop.
public interface CallListener {
  /// The exchange ended; the last call, exactly once, never from within [LlmClient#send].
  void ended(Exchange exchange);

  /// A socket read brought this many content events; may cancel the call.
  default void content(int events) {}
}
