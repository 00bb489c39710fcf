package dev.goodput.wire.dialect;

import dev.goodput.record.Channel;
import dev.goodput.record.TokenCounts;

/// A receiver of the content of an answer.
public interface AnswerSink {
  /// Receives one content event. An event with both answer and reasoning text is one event of the
  /// answer channel with `reasoning` set.
  ///
  /// @param channel channel of the event; the answer's takes precedence
  /// @param reasoning whether it carries reasoning text
  /// @param tokens number of tokens, [TokenCounts#UNKNOWN] if the server does not report it
  void content(Channel channel, boolean reasoning, int tokens);

  /// Receives text of a channel, if texts are kept.
  void text(Channel channel, String text);

  /// Receives the server's token counts. May be called again; the last call wins.
  void usage(TokenCounts counts);

  /// Receives the server's finish reason.
  void finish(String reason);

  /// Receives the end event.
  void end();

  /// Receives an error in the answer.
  void error(String detail);

  /// Receives a protocol error.
  void malformed(String detail);
}
