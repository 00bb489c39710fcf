package dev.goodput.metrics.whatif;

import dev.goodput.metrics.result.Rating;

/// A stream with evenly spaced tokens: the first after TTFT, each further one a TPOT later.
///
/// @param ttftNanos time from the request's start to the first token, above 0 and at most an hour
/// @param tpotNanos time between two tokens, above 0 and at most an hour
public record EvenStream(long ttftNanos, long tpotNanos) {
  /// The longest TTFT and TPOT, an hour.
  public static final long MAX_NANOS = 3_600_000_000_000L;

  /// The longest response, in tokens.
  public static final int MAX_TOKENS = 1_000_000;

  private static final double MILLI = 1e6;

  /// Checks the ranges, which keep every sum within a `long`.
  ///
  /// @throws IllegalArgumentException if one is out of range
  public EvenStream {
    if (ttftNanos <= 0 || ttftNanos > MAX_NANOS || tpotNanos <= 0 || tpotNanos > MAX_NANOS) {
      throw new IllegalArgumentException(
          "TTFT and TPOT are above 0 and at most an hour, found " + ttftNanos + ", " + tpotNanos);
    }
  }

  /// Returns the end-to-end latency by length: TTFT + (N − 1) × TPOT, as the first token arrives
  /// after TTFT.
  public LinearTime e2el() {
    return new LinearTime(ttftNanos, tpotNanos);
  }

  /// Returns the textbook estimate of it: TTFT + N × TPOT, always one TPOT more.
  public LinearTime textbookE2el() {
    return new LinearTime(ttftNanos + tpotNanos, tpotNanos);
  }

  /// Returns when a reader has read a response by length, never before its tokens have arrived.
  public LinearTime readBy(Reader reader) {
    return new LinearTime(ttftNanos, Math.max(tpotNanos, reader.tokenNanos()));
  }

  /// Returns the longest stall of a reader, in nanoseconds, which precedes every token but the
  /// first; 0 if tokens arrive faster than they are read.
  public long stallNanos(Reader reader) {
    return Math.max(0, tpotNanos - reader.tokenNanos());
  }

  /// Returns output tokens per second of one user: 1 ÷ TPOT.
  public double outputSpeed() {
    return 1e9 / tpotNanos;
  }

  /// Returns output speed ÷ reading speed: above 2 it is more than a reader uses, below 1 the
  /// reader waits.
  public double surplusSpeed(Reader reader) {
    return outputSpeed() / reader.paceTps();
  }

  /// Returns the rating of the TTFT.
  public Rating ttftRating() {
    return Rating.ofTtft(ttftNanos / MILLI);
  }

  /// Returns the rating of the TPOT.
  public Rating tpotRating() {
    return Rating.ofTpot(tpotNanos / MILLI);
  }

  /// Returns the rating of a response's end-to-end latency.
  public Rating e2elRating(int tokens) {
    return Rating.ofE2el(e2el().nanos(tokens) / MILLI, tokens);
  }
}
