package dev.goodput.workload.dataset;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Recorded lengths, one row a request, with times and prefix blocks where the recording has them.
public final class LengthTable {
  private final int[] inputTokens;
  private final int[] outputTokens;
  private final long @Nullable [] offsetNanos;
  private final long[] @Nullable [] blocks;
  private final int blockTokens;

  LengthTable(
      int[] inputTokens,
      int[] outputTokens,
      long @Nullable [] offsetNanos,
      long[] @Nullable [] blocks,
      int blockTokens) {
    this.inputTokens = inputTokens;
    this.outputTokens = outputTokens;
    this.offsetNanos = offsetNanos;
    this.blocks = blocks;
    this.blockTokens = blockTokens;
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

  /// Times of all rows since the first, never decreasing, a copy; empty where there are none.
  public long[] offsets() {
    return offsetNanos == null ? new long[0] : offsetNanos.clone();
  }

  /// Tokens of a prefix block, 0 where rows have none.
  public int blockTokens() {
    return blocks == null ? 0 : blockTokens;
  }

  /// Prefix blocks of a row, null where rows have none.
  public long @Nullable [] blocks(int row) {
    return blocks == null ? null : blocks[row].clone();
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
