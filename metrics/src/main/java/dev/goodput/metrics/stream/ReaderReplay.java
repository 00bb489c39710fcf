package dev.goodput.metrics.stream;

/// A reader of constant pace before one answer at a time.
///
/// The reader starts at the first visible token `a₁`; reading token `i` ends at `c_i = max(a_i,
/// c_{i−1} + 1/r)` and stalls for `max(0, a_i − (c_{i−1} + 1/r))`. The tokens of one chunk come
/// together, so a chunk costs one step.
public final class ReaderReplay {
  private static final long STUTTER_NANOS = 150_000_000;
  private static final double NOTICEABLE_NANOS = 250e6;
  private static final double BROKEN_NANOS = 1e9;

  private final double tokenNanos;
  private int stalls;
  private double stallNanos;
  private double longestStallNanos;
  private double readingNanos;
  private int stutters;

  /// A reader of so many tokens per second.
  public ReaderReplay(double paceTps) {
    tokenNanos = 1e9 / paceTps;
  }

  /// Reads an answer; the figures then speak of it.
  public void read(ChunkTable chunks) {
    stalls = 0;
    stallNanos = 0;
    longestStallNanos = 0;
    readingNanos = 0;
    stutters = 0;
    double cursor = Double.NaN;
    long begin = 0;
    long previous = 0;
    for (int i = 0; i < chunks.count(); i++) {
      if (!chunks.visible(i)) {
        continue;
      }
      long arrival = chunks.nanos(i);
      if (Double.isNaN(cursor)) {
        begin = arrival;
        cursor = arrival + tokenNanos * (Math.max(1, chunks.tokens(i)) - 1);
      } else {
        stutters += arrival - previous > STUTTER_NANOS ? 1 : 0;
        cursor = step(cursor, arrival, chunks.tokens(i));
      }
      previous = arrival;
    }
    readingNanos = Double.isNaN(cursor) ? 0 : cursor - begin;
  }

  private double step(double cursor, long arrival, int tokens) {
    if (tokens == 0) {
      return cursor;
    }
    double ready = cursor + tokenNanos;
    double stall = arrival - ready;
    if (stall > 0) {
      stalls++;
      stallNanos += stall;
      longestStallNanos = Math.max(longestStallNanos, stall);
    }
    return Math.max((double) arrival, ready) + tokenNanos * (tokens - 1);
  }

  /// How often the reader had to wait.
  public int stalls() {
    return stalls;
  }

  /// Time the reader waited after the first token.
  public double stallNanos() {
    return stallNanos;
  }

  /// The longest of those waits, 0 where there was none.
  public double longestStallNanos() {
    return longestStallNanos;
  }

  /// Whether the longest wait is one that is noticed: above 250 ms.
  public boolean noticeable() {
    return longestStallNanos > NOTICEABLE_NANOS;
  }

  /// Whether the longest wait breaks the flow: above 1 s.
  public boolean broken() {
    return longestStallNanos > BROKEN_NANOS;
  }

  /// From the first visible token to the moment the last one was reached.
  public double readingNanos() {
    return readingNanos;
  }

  /// Visible chunk gaps above 150 ms.
  public int stutters() {
    return stutters;
  }
}
