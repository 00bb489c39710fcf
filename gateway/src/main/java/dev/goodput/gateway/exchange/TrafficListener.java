package dev.goodput.gateway.exchange;

import dev.goodput.wire.dialect.PromptSink;

/// Hears of the traffic, on the observer's thread. What it throws is counted, and keeps nobody else
/// from hearing.
public interface TrafficListener {
  /// Takes the prompt of one request, piece by piece; asked for one for each request that is read.
  default PromptSink prompt() {
    return PromptSink.NONE;
  }

  /// An attempt is over.
  ///
  /// @param prompt what [#prompt] gave for its request
  void passed(Passed passed, PromptSink prompt);

  /// Some time has passed; called about ten times a second.
  default void tick(long nowNanos) {}
}
