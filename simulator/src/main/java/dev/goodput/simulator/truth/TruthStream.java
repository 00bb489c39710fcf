package dev.goodput.simulator.truth;

import java.util.Arrays;

/// The actual times of one stream, in nanoseconds of `System.nanoTime`. Immutable.
public final class TruthStream {
  private final long id;
  private final long receivedNanos;
  private final long firstPlannedNanos;
  private final int tokens;
  private final long[] sentNanos;

  TruthStream(
      long id, long receivedNanos, long firstPlannedNanos, int tokens, long[] sent, int chunks) {
    this.id = id;
    this.receivedNanos = receivedNanos;
    this.firstPlannedNanos = firstPlannedNanos;
    this.tokens = tokens;
    sentNanos = Arrays.copyOf(sent, chunks);
  }

  /// Returns the number in the stream's `id`, `truth-N`.
  public long id() {
    return id;
  }

  /// Returns when the whole request had been read.
  public long receivedNanos() {
    return receivedNanos;
  }

  /// Returns when the first content chunk was planned to be written.
  public long firstPlannedNanos() {
    return firstPlannedNanos;
  }

  /// Returns the tokens of the whole response.
  public int tokens() {
    return tokens;
  }

  /// Returns the number of content chunks written.
  public int chunks() {
    return sentNanos.length;
  }

  /// Returns when content chunk `index` was written, taken just before the write call.
  public long sentNanos(int index) {
    return sentNanos[index];
  }
}
