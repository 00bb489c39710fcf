package dev.goodput.simulator.truth;

import java.util.Arrays;

/// What really happened to one stream: ns of `System.nanoTime`. Immutable.
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

  /// The number in the stream's `id`, `truth-N`.
  public long id() {
    return id;
  }

  /// When the whole request had been read.
  public long receivedNanos() {
    return receivedNanos;
  }

  /// When the first content chunk was to be written.
  public long firstPlannedNanos() {
    return firstPlannedNanos;
  }

  /// Tokens of the whole answer.
  public int tokens() {
    return tokens;
  }

  /// Content chunks that were written.
  public int chunks() {
    return sentNanos.length;
  }

  /// When content chunk `index` was written, just before the call that wrote it.
  public long sentNanos(int index) {
    return sentNanos[index];
  }
}
