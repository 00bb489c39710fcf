package dev.goodput.workload.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Files that a test writes.
public record WorkloadFiles(Path directory) {

  /// Writes a file of these lines, each ended by a line feed.
  public Path lines(String name, String... lines) {
    Path file = directory.resolve(name);
    try {
      Files.writeString(file, String.join("\n", lines) + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file;
  }
}
