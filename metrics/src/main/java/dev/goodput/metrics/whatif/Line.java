package dev.goodput.metrics.whatif;

/// A time that grows evenly with the length of an answer.
///
/// @param firstNanos of an answer of one token
/// @param stepNanos more for each further token
public record Line(long firstNanos, long stepNanos) {
  /// The time of an answer of so many tokens, at least 1.
  public long nanos(long tokens) {
    return Math.addExact(firstNanos, Math.multiplyExact(tokens - 1, stepNanos));
  }
}
