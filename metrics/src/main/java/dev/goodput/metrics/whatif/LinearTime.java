package dev.goodput.metrics.whatif;

/// A time that grows linearly with the length of a response.
///
/// @param firstNanos time for a response of one token
/// @param stepNanos additional time per further token
public record LinearTime(long firstNanos, long stepNanos) {
  /// Returns the time for a response of this many tokens, at least 1.
  public long nanos(long tokens) {
    return Math.addExact(firstNanos, Math.multiplyExact(tokens - 1, stepNanos));
  }
}
