package dev.goodput.metrics.stream;

/// A simulated reader of constant speed, for one response at a time.
///
/// The reader starts at the first visible token `a₁`. Reading token `i` ends at `c_i = max(a_i,
/// c_{i−1} + 1/r)` and stalls for `max(0, a_i − (c_{i−1} + 1/r))`. The tokens of one chunk arrive
/// together, so a chunk takes one step.
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

  /// Creates a reader of this speed, in tokens per second.
  public ReaderReplay(double paceTps) {
    tokenNanos = 1e9 / paceTps;
  }

  /// Reads a response; all figures then refer to it.
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

  /// Returns how often the reader had to wait after the first token.
  public int stalls() {
    return stalls;
  }

  /// Returns how long the reader waited after the first token.
  public double stallNanos() {
    return stallNanos;
  }

  /// Returns the longest of those waits; 0 if there was none.
  public double longestStallNanos() {
    return longestStallNanos;
  }

  /// Returns whether the longest wait is noticeable: above 250 ms.
  public boolean noticeable() {
    return longestStallNanos > NOTICEABLE_NANOS;
  }

  /// Returns whether the longest wait breaks the reading flow: above 1 s.
  public boolean broken() {
    return longestStallNanos > BROKEN_NANOS;
  }

  /// Returns the time from the first visible token until the reader has reached the last one.
  public double readingNanos() {
    return readingNanos;
  }

  /// Returns the number of visible chunk gaps above 150 ms.
  public int stutters() {
    return stutters;
  }
}
