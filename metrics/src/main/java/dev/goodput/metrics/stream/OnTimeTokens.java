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
      int tokens = chunks.tokens(i);
      if (tokens > 0) {
        // The deadline of the second token of a chunk is after the chunk, and so are all later
        // ones.
        onTime += chunks.nanos(i) <= deadline ? tokens : tokens - 1;
        deadline = after(Math.max(deadline, chunks.nanos(i)), tokens, tpotNanos);
      }
    }
    return onTime;
  }

  /// So many thresholds later; no token that anybody names is beyond the end of time.
  private static long after(long nanos, int tokens, long tpotNanos) {
    double later = (double) nanos + (double) tokens * tpotNanos;
    return later >= Long.MAX_VALUE ? Long.MAX_VALUE : nanos + tokens * tpotNanos;
  }
}
