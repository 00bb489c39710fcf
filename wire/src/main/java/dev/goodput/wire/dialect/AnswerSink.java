package dev.goodput.wire.dialect;

import dev.goodput.record.Channel;
import dev.goodput.record.TokenCounts;

/// What a parser finds in an answer.
public interface AnswerSink {
  /// One content event. An event that carries answer and reasoning text at once is one event of the
  /// answer channel with `reasoning` set.
  ///
  /// @param channel its channel, the answer's first
  /// @param reasoning whether it carries reasoning text
  /// @param tokens how many tokens it holds, [TokenCounts#UNKNOWN] where the server does not say
  void content(Channel channel, boolean reasoning, int tokens);

  /// Text of a channel, where texts are kept.
  void text(Channel channel, String text);

  /// What the server counted; may be called again, the last call holds.
  void usage(TokenCounts counts);

  /// Why the answer ended, in the server's word.
  void finish(String reason);

  /// The end event.
  void end();

  /// An error inside the answer.
  void error(String detail);

  /// What is not the protocol.
  void malformed(String detail);
}
