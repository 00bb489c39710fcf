package dev.goodput.metrics.stream;

import java.util.OptionalLong;

/// Counts the tokens that came before their deadlines: the fluidity index.
///
/// The first deadline is the start and the TTFT threshold; each further one is the one before, or
/// the moment at which a token that missed it came, and the TPOT threshold.
public final class OnTimeTokens {
  private OnTimeTokens() {}

  /// On-time tokens of an `ok` answer; 0 of another, and where a threshold is missing. One that
  /// came whole though a stream was asked for is on time with all its tokens, or with none.
  public static long count(RequestView view, OptionalLong ttftNanos, OptionalLong tpotNanos) {
    if (!view.ok() || ttftNanos.isEmpty() || tpotNanos.isEmpty()) {
      return 0;
    }
    if (view.cameWhole()) {
      long waited = view.request().stamps().endedNanos() - view.times().startNanos();
      return waited <= ttftNanos.getAsLong() ? view.request().streamedTokens() : 0;
    }
    return !view.times().streamed()
        ? 0
        : count(
            view.chunks(), view.times().startNanos(), ttftNanos.getAsLong(), tpotNanos.getAsLong());
  }

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
