package dev.goodput.workload.dataset;

import dev.goodput.workload.random.RandomStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A table of recorded lengths, one row per request, with times and prefix blocks if the recording
/// has them.
public final class LengthTable {
  private final int[] inputTokens;
  private final int[] outputTokens;
  private final long @Nullable [] offsetNanos;
  private final long @Nullable [][] blocks;
  private final int blockTokens;
  private final @Nullable TokenBlocks grid;
  private final long tickNanos;

  LengthTable(
      int[] inputTokens,
      int[] outputTokens,
      long @Nullable [] offsetNanos,
      long @Nullable [][] blocks,
      int blockTokens) {
    this(inputTokens, outputTokens, offsetNanos, blocks, blockTokens, null);
  }

  /// @param grid converts rows that are pairs of a first block of bytes and a run length into
  ///   blocks of tokens; null if rows are already blocks of tokens
  LengthTable(
      int[] inputTokens,
      int[] outputTokens,
      long @Nullable [] offsetNanos,
      long @Nullable [][] blocks,
      int blockTokens,
      @Nullable TokenBlocks grid) {
    this.inputTokens = inputTokens;
    this.outputTokens = outputTokens;
    this.offsetNanos = offsetNanos;
    this.blocks = blocks;
    this.blockTokens = blockTokens;
    this.grid = grid;
    this.tickNanos = offsetNanos == null ? 0 : TickSpreader.width(offsetNanos);
  }

  /// Returns the number of rows.
  public int size() {
    return inputTokens.length;
  }

  /// Returns the prompt tokens of a row.
  public int inputTokens(int row) {
    return inputTokens[row];
  }

  /// Returns the response tokens of a row.
  public int outputTokens(int row) {
    return outputTokens[row];
  }

  /// Returns whether rows have times.
  public boolean timed() {
    return offsetNanos != null;
  }

  /// Returns the times of all rows since the first, never decreasing; empty if there are none.
  /// Times known only to a coarse tick are spread over the tick, drawn from the stream.
  public long[] offsets(RandomStream random) {
    if (offsetNanos == null) {
      return new long[0];
    }
    return tickNanos == 0
        ? offsetNanos.clone()
        : TickSpreader.spread(offsetNanos, tickNanos, random);
  }

  /// Returns the times as recorded, without spreading.
  long[] recordedOffsets() {
    return offsetNanos == null ? new long[0] : offsetNanos.clone();
  }

  /// Returns the width of the tick to which times are known, 0 if they are finer.
  public long tickNanos() {
    return tickNanos;
  }

  /// Returns the time from the first to the last recorded time, 0 without times.
  public long spanNanos() {
    return offsetNanos == null ? 0 : offsetNanos[offsetNanos.length - 1];
  }

  /// Returns the tokens of a prefix block, 0 if rows have none.
  public int blockTokens() {
    return blocks == null ? 0 : blockTokens;
  }

  /// Returns the prefix blocks of a row, null if rows have none. If only whole blocks are known, a
  /// block unique to the row follows, for the rest of the prompt.
  public long @Nullable [] blocks(int row) {
    if (blocks == null) {
      return null;
    }
    return grid == null ? blocks[row].clone() : grid.blocks(blocks[row], row);
  }

  /// Returns the mean prompt tokens.
  public double meanInput() {
    return Arrays.stream(inputTokens).average().orElse(0);
  }

  /// Returns the mean response tokens.
  public double meanOutput() {
    return Arrays.stream(outputTokens).average().orElse(0);
  }
}
