package dev.goodput.workload.dataset;

import dev.goodput.workload.input.LineReader;
import dev.goodput.workload.input.TextFile;
import dev.goodput.workload.input.WorkloadException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A reader of `goodput gateway --capture` files: a header with the bytes of a block, then one
/// request per line with `timestamp_ms`, `input_tokens`, `prompt_bytes`, `output_tokens` and
/// `blocks`, the numbers of the prompt's whole blocks as pairs of a first number and a run length.
///
/// Blocks are measured in bytes, prompts in tokens: the file's own prompts show how many tokens a
/// byte has. Requests without a response are skipped, and so is a last line torn by a kill.
final class CaptureReader {
  static final String MARK = "goodput_capture";

  private static final int VERSION = 1;

  /// The most blocks that a gateway writes for one prompt: 2¹⁸ of its frame and 2¹⁸ of its turns.
  private static final int MAX_BLOCKS = 1 << 19;

  private static final int MAX_BLOCK_BYTES = 1 << 20;

  private final TextFile file;
  private final LineReader lines;
  private final LengthTableBuilder table = new LengthTableBuilder();
  private final TokensPerByte perByte = new TokensPerByte();
  private long requests;
  private long unanswered;
  private long estimated;
  private boolean torn;

  private CaptureReader(TextFile file, LineReader lines) {
    this.file = file;
    this.lines = lines;
  }

  /// @param header the first line
  /// @param lines the lines after it
  static DataSet read(TextFile file, JsonRecord header, LineReader lines) throws IOException {
    if (header.tokens(MARK) != VERSION) {
      throw header.wrong(MARK, VERSION + ", as this Goodput knows no later form");
    }
    int blockBytes = header.tokens("block_bytes");
    if (blockBytes > MAX_BLOCK_BYTES) {
      throw header.wrong("block_bytes", "at most " + MAX_BLOCK_BYTES);
    }
    return new CaptureReader(file, lines).dataSet(blockBytes);
  }

  private DataSet dataSet(int blockBytes) throws IOException {
    String line = lines.nextFilled();
    while (line != null) {
      long number = lines.number();
      String next = lines.nextFilled();
      JsonRecord row = next == null ? last(line, number) : record(line, number);
      if (row != null) {
        add(row);
      }
      line = next;
    }
    if (requests == 0) {
      throw file.empty(
          "it is a gateway's capture with no request in it; a request is written once its response"
              + " is complete: did the gateway have traffic, and do clients use its address?");
    }
    if (requests == unanswered) {
      throw file.malformed(2, "none of the file's " + requests + " requests was answered");
    }
    table.pairedBlocks(new TokenBlocks(blockBytes * perByte.slope()));
    return new DataSet.Lengths(table.build(file, true), note(), true);
  }

  private JsonRecord record(String line, long number) {
    return JsonRecord.of(file, JsonReader.line(file, line, number));
  }

  /// Returns null if the line is torn.
  private @Nullable JsonRecord last(String line, long number) {
    try {
      return record(line, number);
    } catch (WorkloadException e) {
      torn = true;
      return null;
    }
  }

  private void add(JsonRecord row) {
    requests++;
    if (!row.has("output_tokens")) {
      unanswered++;
      return;
    }
    int input = row.tokens("input_tokens");
    boolean counted = !row.has("input_estimated");
    estimated += counted ? 0 : 1;
    long bytes = row.has("prompt_bytes") ? row.count("prompt_bytes") : 0;
    if (counted && bytes > 0) {
      perByte.add((double) bytes, input);
    }
    table.add(row.millis("timestamp_ms"), input, row.tokens("output_tokens"), pairs(row));
  }

  private static long[] pairs(JsonRecord row) {
    List<Json> items = row.find("blocks") instanceof Json.Items all ? all.values() : List.of();
    long[] pairs = new long[2 * items.size()];
    long blocks = 0;
    for (int i = 0; i < items.size(); i++) {
      List<Json> pair = items.get(i) instanceof Json.Items two ? two.values() : List.of();
      if (pair.size() != 2) {
        throw row.wrong("blocks", "an array of pairs", items.get(i).shown() + " in it");
      }
      pairs[2 * i] = whole(row, pair.get(0));
      pairs[2 * i + 1] = whole(row, pair.get(1));
      blocks += pairs[2 * i + 1];
    }
    if (blocks > MAX_BLOCKS) {
      throw row.wrong("blocks", "at most " + MAX_BLOCKS + " blocks", blocks + " of them");
    }
    return pairs;
  }

  private static long whole(JsonRecord row, Json value) {
    if (value instanceof Json.Numeral numeral && numeral.digits().matches("\\d{1,15}")) {
      return Long.parseLong(numeral.digits());
    }
    throw row.wrong("blocks", "pairs of whole numbers, 0 or more", value.shown() + " in it");
  }

  private String note() {
    List<String> notes = new ArrayList<>();
    if (unanswered > 0) {
      notes.add(
          "%,d of %,d requests got no response and are excluded".formatted(unanswered, requests));
    }
    if (estimated > 0) {
      notes.add("the prompt lengths of %,d requests are estimates".formatted(estimated));
    }
    if (torn) {
      notes.add("the last line is torn and excluded");
    }
    return String.join(", ", notes);
  }

  /// The number of tokens per byte of prompt, by least squares: what a server adds to every prompt,
  /// such as a chat template, is constant and not part of the slope.
  private static final class TokensPerByte {
    /// The value for a file without data.
    private static final double DEFAULT = .25;

    private double count;
    private double bytes;
    private double tokens;
    private double bytesSquared;
    private double both;

    void add(double promptBytes, double promptTokens) {
      count++;
      bytes += promptBytes;
      tokens += promptTokens;
      bytesSquared += promptBytes * promptBytes;
      both += promptBytes * promptTokens;
    }

    /// Returns the slope, clamped to at most tokens ÷ bytes and at least half of that, in case
    /// prompts are few or unusual.
    double slope() {
      if (bytes == 0) {
        return DEFAULT;
      }
      double ratio = tokens / bytes;
      double spread = count * bytesSquared - bytes * bytes;
      // Prompts of one length do not show the cost of another byte.
      double slope =
          spread <= 1e-9 * count * bytesSquared ? ratio : (count * both - bytes * tokens) / spread;
      return Math.clamp(slope, ratio / 2, ratio);
    }
  }
}
