package dev.goodput.metrics.traffic;

/// Tokens that came in a time.
///
/// @param streamed those of streams: of streams under way they are not known yet
/// @param whole those of answers that came in one piece
public record CameTokens(long streamed, long whole) {
  /// None.
  static final CameTokens NONE = new CameTokens(0, 0);

  /// All together.
  public long all() {
    return streamed + whole;
  }

  /// The same and more.
  ///
  /// @param inStream whether a stream brought them
  CameTokens and(long tokens, boolean inStream) {
    return inStream
        ? new CameTokens(streamed + tokens, whole)
        : new CameTokens(streamed, whole + tokens);
  }
}
