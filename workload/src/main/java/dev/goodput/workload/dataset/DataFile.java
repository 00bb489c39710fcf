package dev.goodput.workload.dataset;

import dev.goodput.workload.input.LineReader;
import dev.goodput.workload.input.TextFile;
import dev.goodput.workload.input.WorkloadException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// A reader of users' files, whose format is detected from the content: a JSON array (ShareGPT),
/// JSON lines (ours, Mooncake's, OpenAI batches, captures), else CSV. Any of them may be gzipped.
public final class DataFile {
  private static final Pattern JSON = Pattern.compile("(?i).+\\.jsonl?(\\.gz)?");
  private static final int DELETE = 0x7f;

  private DataFile() {}

  /// Reads the whole file.
  ///
  /// @throws WorkloadException with the file, the line and what is wrong
  public static DataSet read(Path path) {
    TextFile file = new TextFile(path);
    try {
      int first = file.firstByte();
      return switch (first) {
        case -1 -> throw file.empty();
        case '[' -> ShareGptReader.read(file);
        case '{' -> JsonLinesReader.read(file);
        default -> {
          boolean text = first >= ' ' && first != DELETE;
          if (!text || JSON.matcher(path.toString()).matches()) {
            throw unreadable(file, text);
          }
          yield new DataSet.Lengths(CsvReader.read(file), "", false);
        }
      };
    } catch (IOException e) {
      throw file.failed(e);
    }
  }

  /// Returns the exception for a first line that is neither JSON nor the header of a table.
  private static WorkloadException unreadable(TextFile file, boolean text) throws IOException {
    try (LineReader lines = new LineReader(file)) {
      String line = String.valueOf(lines.nextFilled());
      return file.malformed(
          lines.number(),
          text
              ? "the line must be a JSON object, found \"" + CsvReader.shown(line) + "\""
              : "the line is not text; a workload file has JSON lines or CSV");
    }
  }
}
