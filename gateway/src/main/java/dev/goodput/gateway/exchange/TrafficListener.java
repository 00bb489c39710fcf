package dev.goodput.gateway.exchange;

import dev.goodput.wire.dialect.PromptSink;

/// A listener to the traffic, called on the observer's thread. Its exceptions are counted and do
/// not affect other listeners.
public interface TrafficListener {
  /// Returns a sink for the pieces of one request's prompt; called once for each request that is
  /// read.
  default PromptSink prompt() {
    return PromptSink.NONE;
  }

  /// Called when an upstream accepts a new connection, long before the request that it carries is
  /// over.
  ///
  /// @param upstream the upstream's configured name
  default void connected(String upstream, long nanos) {}

  /// Called when an attempt is over.
  ///
  /// @param prompt the sink that [#prompt] returned for its request
  void completed(CompletedAttempt completed, PromptSink prompt);

  /// Called when the exchange of a prompt is over; nothing more follows for it.
  ///
  /// @param prompt the sink that [#prompt] returned for it
  default void over(PromptSink prompt) {}

  /// Called about five times a second.
  default void tick(long nowNanos) {}
}
