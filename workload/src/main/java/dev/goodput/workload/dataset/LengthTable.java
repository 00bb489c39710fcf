package dev.goodput.workload.dataset;

import dev.goodput.workload.random.RandomStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Recorded lengths, one row a request, with times and prefix blocks where the recording has them.
public final class LengthTable {
  private final int[] inputTokens;
  private final int[] outputTokens;
  private final long @Nullable [] offsetNanos;
  private final long @Nullable [][] blocks;
  private final int blockTokens;
  private final @Nullable TokenGrid grid;
  private final long tickNanos;

  LengthTable(
      int[] inputTokens,
      int[] outputTokens,
      long @Nullable [] offsetNanos,
      long @Nullable [][] blocks,
      int blockTokens) {
    this(inputTokens, outputTokens, offsetNanos, blocks, blockTokens, null);
  }

  /// @param grid what makes blocks of tokens of rows that are pairs of a first block of bytes and
  ///   how many in a row; null where rows are blocks of tokens
  LengthTable(
      int[] inputTokens,
      int[] outputTokens,
      long @Nullable [] offsetNanos,
      long @Nullable [][] blocks,
      int blockTokens,
      @Nullable TokenGrid grid) {
    this.inputTokens = inputTokens;
    this.outputTokens = outputTokens;
    this.offsetNanos = offsetNanos;
    this.blocks = blocks;
    this.blockTokens = blockTokens;
    this.grid = grid;
    this.tickNanos = offsetNanos == null ? 0 : Ticks.width(offsetNanos);
  }

  /// Rows.
  public int size() {
    return inputTokens.length;
  }

  /// Prompt tokens of a row.
  public int inputTokens(int row) {
    return inputTokens[row];
  }

  /// Answer tokens of a row.
  public int outputTokens(int row) {
    return outputTokens[row];
  }

  /// Whether rows have times.
  public boolean timed() {
    return offsetNanos != null;
  }

  /// Times of all rows since the first, never decreasing; empty where there are none. Where they
  /// are only known to a coarse tick they are spread over it, drawn from the stream.
  public long[] offsets(RandomStream random) {
    if (offsetNanos == null) {
      return new long[0];
    }
    return tickNanos == 0 ? offsetNanos.clone() : Ticks.spread(offsetNanos, tickNanos, random);
  }

  /// Times as recorded, ticks and all.
  long[] recordedOffsets() {
    return offsetNanos == null ? new long[0] : offsetNanos.clone();
  }

  /// The width of the tick that times are known to, 0 where they are finer.
  public long tickNanos() {
    return tickNanos;
  }

  /// From the first to the last recorded time, 0 where there are none.
  public long spanNanos() {
    return offsetNanos == null ? 0 : offsetNanos[offsetNanos.length - 1];
  }

  /// Tokens of a prefix block, 0 where rows have none.
  public int blockTokens() {
    return blocks == null ? 0 : blockTokens;
  }

  /// Prefix blocks of a row, null where rows have none. Where only whole blocks are known, one
  /// follows that no other row has, for what the prompt holds behind them.
  public long @Nullable [] blocks(int row) {
    if (blocks == null) {
      return null;
    }
    return grid == null ? blocks[row].clone() : grid.blocks(blocks[row], row);
  }

  /// Mean prompt tokens.
  public double meanInput() {
    return Arrays.stream(inputTokens).average().orElse(0);
  }

  /// Mean answer tokens.
  public double meanOutput() {
    return Arrays.stream(outputTokens).average().orElse(0);
  }
}
