package dev.goodput.workload.dataset;

import dev.goodput.workload.input.TextFile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A builder of tables from rows; sorts the rows by time if they have one.
final class LengthTableBuilder {
  private final List<Row> rows = new ArrayList<>();
  private int blockTokens;
  private @Nullable TokenBlocks grid;

  @SuppressWarnings("ArrayRecordComponent") // Held for a moment, never compared.
  private record Row(long nanos, int inputTokens, int outputTokens, long @Nullable [] blocks) {}

  /// Adds a row; `nanos` is 0 in all rows of an untimed table, `blocks` is null in all rows or in
  /// none.
  void add(long nanos, int inputTokens, int outputTokens, long @Nullable [] blocks) {
    rows.add(new Row(nanos, inputTokens, outputTokens, blocks));
  }

  /// Sets the number of tokens of a block.
  void blockTokens(int tokens) {
    blockTokens = tokens;
  }

  /// Declares that rows' blocks are pairs of a first block of bytes and a run length, of whole
  /// blocks only.
  void pairedBlocks(TokenBlocks of) {
    blockTokens = TokenBlocks.TOKENS;
    grid = of;
  }

  /// Returns the table; times count from the earliest.
  LengthTable build(TextFile file, boolean timed) {
    if (rows.isEmpty()) {
      throw file.empty();
    }
    if (timed) {
      rows.sort(Comparator.comparingLong(Row::nanos));
    }
    long begin = rows.getFirst().nanos();
    int[] input = rows.stream().mapToInt(Row::inputTokens).toArray();
    int[] output = rows.stream().mapToInt(Row::outputTokens).toArray();
    long[] offsets = timed ? rows.stream().mapToLong(row -> row.nanos() - begin).toArray() : null;
    return new LengthTable(input, output, offsets, blocks(), blockTokens, grid);
  }

  private long @Nullable [][] blocks() {
    if (blockTokens == 0) {
      return null;
    }
    long[][] blocks = new long[rows.size()][];
    for (int i = 0; i < blocks.length; i++) {
      long[] ids = rows.get(i).blocks();
      blocks[i] = ids == null ? new long[0] : ids;
    }
    return blocks;
  }
}
