package dev.goodput.workload.dataset;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// The built-in files of tasks with references, written for this project.
public enum TaskFile {
  /// Sums, differences, products and word problems; the reference is a number.
  ARITHMETIC("tasks-arithmetic"),
  /// One fact of a short text; the reference is a name or a number.
  EXTRACTION("tasks-extraction"),
  /// Responses of an exact form.
  FORMAT("tasks-format"),
  /// One sentence in a long text.
  NEEDLE("tasks-needle"),
  /// Sessions whose later turns need what an earlier turn stated.
  RECALL("tasks-recall");

  private final String label;

  TaskFile(String label) {
    this.label = label;
  }

  /// Returns the workload's name.
  public String label() {
    return label;
  }

  /// Returns the names of all.
  public static List<String> names() {
    return Arrays.stream(values()).map(TaskFile::label).toList();
  }

  /// Returns the file with a name, or none.
  public static Optional<TaskFile> of(String label) {
    return Arrays.stream(values()).filter(each -> each.label.equals(label)).findFirst();
  }

  /// Reads the tasks.
  public DataSet.Conversations load() {
    try (InputStream in = TaskFile.class.getResourceAsStream(label + ".jsonl")) {
      // Readers take files, for the line numbers in their messages.
      Path folder = Files.createTempDirectory("goodput-tasks");
      Path file = folder.resolve(label + ".jsonl");
      try {
        Files.copy(Objects.requireNonNull(in, label), file);
        return (DataSet.Conversations) DataFile.read(file);
      } finally {
        Files.deleteIfExists(file);
        Files.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
