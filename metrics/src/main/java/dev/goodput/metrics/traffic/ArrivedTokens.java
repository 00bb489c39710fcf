package dev.goodput.metrics.traffic;

/// Tokens that arrived in a period.
///
/// @param streamed tokens of streams that have ended; those of open streams are not known yet
/// @param whole tokens of responses that arrived in one piece
public record ArrivedTokens(long streamed, long whole) {
  static final ArrivedTokens NONE = new ArrivedTokens(0, 0);

  /// Returns all tokens.
  public long all() {
    return streamed + whole;
  }

  /// Returns the sum with more tokens.
  ///
  /// @param inStream whether a stream delivered them
  ArrivedTokens and(long tokens, boolean inStream) {
    return inStream
        ? new ArrivedTokens(streamed + tokens, whole)
        : new ArrivedTokens(streamed, whole + tokens);
  }
}
