package dev.goodput.gateway.exchange;

import dev.goodput.wire.dialect.PromptSink;

/// Hears of the traffic, on the observer's thread. What it throws is counted, and keeps nobody else
/// from hearing.
public interface TrafficListener {
  /// Takes the prompt of one request, piece by piece; asked for one for each request that is read.
  default PromptSink prompt() {
    return PromptSink.NONE;
  }

  /// An upstream took a new connection; heard of long before what it carries is over.
  ///
  /// @param upstream by its configured name
  default void connected(String upstream, long nanos) {}

  /// An attempt is over.
  ///
  /// @param prompt what [#prompt] gave for its request
  void passed(Passed passed, PromptSink prompt);

  /// The exchange of a request's prompt is over: nobody hears of it any more.
  ///
  /// @param prompt what [#prompt] gave for it
  default void over(PromptSink prompt) {}

  /// Some time has passed; called about five times a second.
  default void tick(long nowNanos) {}
}
