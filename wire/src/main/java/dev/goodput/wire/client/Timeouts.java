package dev.goodput.wire.client;

/// Time limits of a call; 0 for none. They are checked every few milliseconds and never fire early.
///
/// @param connectNanos limit on connecting, including TLS
/// @param firstTokenNanos limit from `sent` to the first content, or to the end of a response that
///   is not streamed
/// @param idleNanos limit on the gap between two socket reads after the first content; comments
///   count as reads
/// @param totalNanos limit from [LlmClient#send] to the end
public record Timeouts(long connectNanos, long firstTokenNanos, long idleNanos, long totalNanos) {
  /// No limits at all.
  public static final Timeouts NONE = new Timeouts(0, 0, 0, 0);
}
