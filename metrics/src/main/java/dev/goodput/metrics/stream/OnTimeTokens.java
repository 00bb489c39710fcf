package dev.goodput.metrics.stream;

/// Counts the tokens that came before their deadlines: the fluidity index.
///
/// The first deadline is the start and the TTFT threshold; each further one is the one before, or
/// the moment at which a token that missed it came, and the TPOT threshold.
public final class OnTimeTokens {
  private OnTimeTokens() {}

  /// On-time tokens of an answer.
  ///
  /// @param startNanos the request's start
  /// @param ttftNanos the TTFT threshold
  /// @param tpotNanos the TPOT threshold
  public static long count(ChunkTable chunks, long startNanos, long ttftNanos, long tpotNanos) {
    long onTime = 0;
    long deadline = startNanos + ttftNanos;
    for (int i = 0; i < chunks.count(); i++) {
      long arrival = chunks.nanos(i);
      for (int token = 0; token < chunks.tokens(i); token++) {
        onTime += arrival <= deadline ? 1 : 0;
        deadline = Math.max(deadline, arrival) + tpotNanos;
      }
    }
    return onTime;
  }
}
