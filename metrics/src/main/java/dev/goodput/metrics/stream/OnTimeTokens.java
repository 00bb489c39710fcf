package dev.goodput.metrics.stream;

import java.util.OptionalLong;

/// A counter of tokens that arrived before their deadlines, for the fluidity index.
///
/// The first deadline is the start plus the TTFT threshold. Each further one is the deadline before
/// it, or the arrival of a token that missed that deadline, plus the TPOT threshold.
public final class OnTimeTokens {
  private OnTimeTokens() {}

  /// Returns the on-time tokens of an `ok` response; 0 for others, and if a threshold is missing.
  /// If a stream was requested but the response arrived whole, all of its tokens are on time or
  /// none.
  public static long count(RequestView view, OptionalLong ttftNanos, OptionalLong tpotNanos) {
    return count(view, ttftNanos, tpotNanos, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /// Returns those of them that arrived after `from` and not after `to`.
  public static long count(
      RequestView view, OptionalLong ttftNanos, OptionalLong tpotNanos, long from, long to) {
    if (!view.ok() || ttftNanos.isEmpty() || tpotNanos.isEmpty()) {
      return 0;
    }
    if (view.unstreamed()) {
      long ended = view.request().stamps().endedNanos();
      boolean onTime = ended - view.times().startNanos() <= ttftNanos.getAsLong();
      return onTime && ended > from && ended <= to ? view.request().streamedTokens() : 0;
    }
    return !view.times().streamed()
        ? 0
        : count(
            view.chunks(),
            view.times().startNanos(),
            ttftNanos.getAsLong(),
            tpotNanos.getAsLong(),
            from,
            to);
  }

  /// Returns the on-time tokens of a stream.
  ///
  /// @param startNanos the request's start
  /// @param ttftNanos the TTFT threshold
  /// @param tpotNanos the TPOT threshold
  static long count(ChunkTable chunks, long startNanos, long ttftNanos, long tpotNanos) {
    return count(chunks, startNanos, ttftNanos, tpotNanos, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  private static long count(
      ChunkTable chunks, long startNanos, long ttftNanos, long tpotNanos, long from, long to) {
    long onTime = 0;
    long deadline = startNanos + ttftNanos;
    for (int i = 0; i < chunks.count(); i++) {
      int tokens = chunks.tokens(i);
      if (tokens > 0) {
        // The deadline of a chunk's second token is after the chunk, and so are all later ones.
        int inTime = chunks.nanos(i) <= deadline ? tokens : tokens - 1;
        onTime += chunks.nanos(i) > from && chunks.nanos(i) <= to ? inTime : 0;
        deadline = after(Math.max(deadline, chunks.nanos(i)), tokens, tpotNanos);
      }
    }
    return onTime;
  }

  /// Returns the time of that many thresholds later, limited to `Long.MAX_VALUE`.
  private static long after(long nanos, int tokens, long tpotNanos) {
    double later = (double) nanos + (double) tokens * tpotNanos;
    return later >= Long.MAX_VALUE ? Long.MAX_VALUE : nanos + tokens * tpotNanos;
  }
}
