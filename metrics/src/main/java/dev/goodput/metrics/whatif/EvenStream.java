package dev.goodput.metrics.whatif;

import dev.goodput.metrics.result.Rating;

/// A stream whose tokens come evenly: the first after TTFT, each further one a TPOT later.
///
/// @param ttftNanos from the user's wish to the first token, above 0 and at most an hour
/// @param tpotNanos between two tokens, above 0 and at most an hour
public record EvenStream(long ttftNanos, long tpotNanos) {
  /// The longest TTFT and TPOT, an hour.
  public static final long MOST_NANOS = 3_600_000_000_000L;

  /// The longest answer.
  public static final int MOST_TOKENS = 1_000_000;

  private static final double MILLI = 1e6;

  /// Checks the ranges, in which no sum of them leaves a `long`.
  ///
  /// @throws IllegalArgumentException where one is out of range
  public EvenStream {
    if (ttftNanos <= 0 || ttftNanos > MOST_NANOS || tpotNanos <= 0 || tpotNanos > MOST_NANOS) {
      throw new IllegalArgumentException(
          "TTFT and TPOT are above 0 and at most an hour, found " + ttftNanos + ", " + tpotNanos);
    }
  }

  /// The end-to-end latency by length: TTFT + (N − 1) × TPOT, as the first token has come with
  /// TTFT.
  public Line e2el() {
    return new Line(ttftNanos, tpotNanos);
  }

  /// The textbooks' estimate of it: TTFT + N × TPOT, always one TPOT more.
  public Line textbookE2el() {
    return new Line(ttftNanos + tpotNanos, tpotNanos);
  }

  /// When a reader has read an answer of that length: never before its tokens have come.
  public Line readBy(Reader reader) {
    return new Line(ttftNanos, Math.max(tpotNanos, reader.tokenNanos()));
  }

  /// The longest stall of a reader, in nanoseconds: that before every token but the first; 0 where
  /// tokens come faster than they are read.
  public long stallNanos(Reader reader) {
    return Math.max(0, tpotNanos - reader.tokenNanos());
  }

  /// Output tokens per second of one user: 1 ÷ TPOT.
  public double outputSpeed() {
    return 1e9 / tpotNanos;
  }

  /// Output speed ÷ reading pace: above 2 it is more than a reader uses, below 1 they wait.
  public double surplusSpeed(Reader reader) {
    return outputSpeed() / reader.paceTps();
  }

  /// How the TTFT feels.
  public Rating ttftRating() {
    return Rating.ofTtft(ttftNanos / MILLI);
  }

  /// How the TPOT feels.
  public Rating tpotRating() {
    return Rating.ofTpot(tpotNanos / MILLI);
  }

  /// How the end-to-end latency of an answer feels.
  public Rating e2elRating(int tokens) {
    return Rating.ofE2el(e2el().nanos(tokens) / MILLI, tokens);
  }
}
