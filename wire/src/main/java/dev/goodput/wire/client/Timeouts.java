package dev.goodput.wire.client;

/// How long to wait; 0 stands for no limit. Checked every few milliseconds, never before time.
///
/// @param connectNanos for a connection, TLS included
/// @param firstTokenNanos from `sent` to the first content; for a whole answer, to its end
/// @param idleNanos between two socket reads once the answer began; comments count as reads
/// @param totalNanos from [LlmClient#send] to the end
public record Timeouts(long connectNanos, long firstTokenNanos, long idleNanos, long totalNanos) {
  /// No limits at all.
  public static final Timeouts NONE = new Timeouts(0, 0, 0, 0);
}
