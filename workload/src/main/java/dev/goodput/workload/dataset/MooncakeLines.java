package dev.goodput.workload.dataset;

import dev.goodput.workload.input.LineReader;
import dev.goodput.workload.input.TextFile;
import java.io.IOException;
import java.util.List;

/// Mooncake's traces: a JSON object a line with `timestamp` (ms), `input_length`, `output_length`
/// and `hash_ids`, one for each block of the prompt.
final class MooncakeLines {
  static final String MARK = "input_length";

  private static final int[] BLOCK_SIZES = {512, 16, 32, 64, 128, 256, 1024};

  private final TextFile file;
  private final LengthTableBuilder table = new LengthTableBuilder();
  private int blockTokens;

  private MooncakeLines(TextFile file) {
    this.file = file;
  }

  static LengthTable read(TextFile file) throws IOException {
    return new MooncakeLines(file).table();
  }

  private LengthTable table() throws IOException {
    boolean timed = false;
    boolean hashed = false;
    boolean first = true;
    try (LineReader lines = new LineReader(file)) {
      for (String line = lines.nextFilled(); line != null; line = lines.nextFilled()) {
        JsonRecord row = JsonRecord.of(file, JsonReader.line(file, line, lines.number()));
        if (first) {
          timed = row.has("timestamp");
          hashed = row.has("hash_ids");
          first = false;
        }
        add(row, timed, hashed);
      }
    }
    return table.build(file, timed);
  }

  private void add(JsonRecord row, boolean timed, boolean hashed) {
    int input = row.tokens(MARK);
    int output = row.tokens("output_length");
    long nanos = timed ? row.millis("timestamp") : 0;
    table.add(nanos, input, output, hashed ? blocks(row, input) : null);
  }

  private long[] blocks(JsonRecord row, int input) {
    List<Json> ids = row.items("hash_ids");
    if (blockTokens == 0) {
      blockTokens = blockTokens(row, input, ids.size());
      table.blockTokens(blockTokens);
    }
    int wanted = Math.ceilDiv(input, blockTokens);
    if (ids.size() != wanted) {
      String expected = wanted + " blocks of " + blockTokens + " tokens";
      throw file.malformed(
          row.line(), "\"hash_ids\" must hold " + expected + ", found " + ids.size());
    }
    return ids.stream().mapToLong(id -> number(row, id)).toArray();
  }

  /// Told by the first row: how many tokens make that many blocks.
  private static int blockTokens(JsonRecord row, int input, int count) {
    for (int size : BLOCK_SIZES) {
      if (Math.ceilDiv(input, size) == count) {
        return size;
      }
    }
    throw row.wrong("hash_ids", "one number for each 512 (or 16 to 1024) tokens of the prompt");
  }

  private static long number(JsonRecord row, Json id) {
    try {
      return id instanceof Json.Numeral numeral ? Long.parseLong(numeral.digits()) : fail(row);
    } catch (NumberFormatException e) {
      return fail(row);
    }
  }

  private static long fail(JsonRecord row) {
    throw row.wrong("hash_ids", "an array of whole numbers");
  }
}
