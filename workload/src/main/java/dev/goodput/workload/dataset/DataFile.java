package dev.goodput.workload.dataset;

import dev.goodput.workload.input.TextFile;
import java.io.IOException;
import java.nio.file.Path;

/// A reader of users' files, whose format is detected from the content: a JSON array (ShareGPT),
/// JSON lines (ours, Mooncake's, OpenAI batches, captures), else CSV. Any of them may be gzipped.
public final class DataFile {
  private DataFile() {}

  /// Reads the whole file.
  ///
  /// @throws dev.goodput.workload.input.WorkloadException with the file, the line and what is wrong
  public static DataSet read(Path path) {
    TextFile file = new TextFile(path);
    try {
      return switch (file.firstByte()) {
        case -1 -> throw file.empty();
        case '[' -> ShareGptReader.read(file);
        case '{' -> JsonLinesReader.read(file);
        default -> new DataSet.Lengths(CsvReader.read(file), "", false);
      };
    } catch (IOException e) {
      throw file.failed(e);
    }
  }
}
