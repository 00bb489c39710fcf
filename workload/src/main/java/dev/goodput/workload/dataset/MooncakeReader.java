package dev.goodput.workload.dataset;

import dev.goodput.workload.input.LineReader;
import dev.goodput.workload.input.TextFile;
import java.io.IOException;
import java.util.List;

/// A reader of Mooncake's traces: one JSON object per line with `timestamp` (ms), `input_length`,
/// `output_length` and `hash_ids`, one for each block of the prompt. The files do not state how
/// many tokens a block has: it is the first usual size that agrees with all rows.
final class MooncakeReader {
  static final String MARK = "input_length";

  private static final List<Integer> BLOCK_SIZES = List.of(512, 16, 32, 64, 128, 256, 1024);

  private static final List<List<String>> OPTIONAL =
      List.of(List.of("timestamp"), List.of("hash_ids"));

  private final TextFile file;
  private final LengthTableBuilder table = new LengthTableBuilder();
  private List<Integer> sizes = BLOCK_SIZES;
  private boolean timed;
  private boolean hashed;

  private MooncakeReader(TextFile file) {
    this.file = file;
  }

  static LengthTable read(TextFile file) throws IOException {
    return new MooncakeReader(file).table();
  }

  private LengthTable table() throws IOException {
    boolean first = true;
    try (LineReader lines = new LineReader(file)) {
      for (String line = lines.nextFilled(); line != null; line = lines.nextFilled()) {
        JsonRecord row = JsonRecord.of(file, JsonReader.line(file, line, lines.number()));
        if (first) {
          timed = row.has("timestamp");
          hashed = row.has("hash_ids");
          first = false;
        }
        add(row);
      }
    }
    table.blockTokens(hashed ? sizes.getFirst() : 0);
    return table.build(file, timed);
  }

  private void add(JsonRecord row) {
    OPTIONAL.forEach(row::refuseSlips);
    onAllOrNone(row, "timestamp", timed);
    onAllOrNone(row, "hash_ids", hashed);
    int input = row.tokens(MARK);
    int output = row.tokens("output_length");
    long nanos = timed ? row.millis("timestamp") : 0;
    table.add(nanos, input, output, hashed ? blocks(row, input) : null);
  }

  private void onAllOrNone(JsonRecord row, String field, boolean onFirst) {
    if (!onFirst && row.has(field)) {
      throw file.malformed(
          row.line(),
          "\"" + field + "\" must be on every line or on none, and the first line has none");
    }
  }

  private long[] blocks(JsonRecord row, int input) {
    List<Json> ids = row.items("hash_ids");
    List<Integer> agreeing =
        sizes.stream().filter(size -> Math.ceilDiv(input, size) == ids.size()).toList();
    if (agreeing.isEmpty()) {
      int size = sizes.getFirst();
      String expected = Math.ceilDiv(input, size) + " blocks of " + size + " tokens";
      throw file.malformed(
          row.line(), "\"hash_ids\" must hold " + expected + ", found " + ids.size());
    }
    sizes = agreeing;
    return ids.stream().mapToLong(id -> number(row, id)).toArray();
  }

  private static long number(JsonRecord row, Json id) {
    try {
      return id instanceof Json.Numeral numeral ? Long.parseLong(numeral.digits()) : fail(row, id);
    } catch (NumberFormatException e) {
      return fail(row, id);
    }
  }

  private static long fail(JsonRecord row, Json id) {
    throw row.wrong("hash_ids", "an array of whole numbers", id.shown() + " in it");
  }
}
