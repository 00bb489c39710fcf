package dev.goodput.app.bench;

import dev.goodput.app.AppException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.stream.Stream;

/// Where a run is kept.
final class RunFolder {
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

  private RunFolder() {}

  /// A directory that is free: `runs/20261121-021405-azure-conv`, with a number where two runs
  /// begin in one second.
  static Path unused(LocalDateTime now, String workload) {
    String name = now.format(STAMP) + "-" + workload.replaceAll("[^\\w.-]+", "_");
    Path folder = Path.of("runs", name);
    for (int i = 2; Files.exists(folder); i++) {
      folder = Path.of("runs", name + "-" + i);
    }
    return folder;
  }

  /// The nearest directory above that is there must take a new one.
  private static void checkAbove(Path folder) {
    Path above = folder.toAbsolutePath().normalize().getParent();
    while (above != null && !Files.exists(above)) {
      above = above.getParent();
    }
    String beside = "--out " + folder + " cannot be made: ";
    if (above != null && !Files.isDirectory(above)) {
      throw new AppException.Usage(beside + above + " is a file; choose another place");
    }
    if (above != null && !Files.isWritable(above)) {
      throw new AppException.Usage(
          beside + above + " is not writable; choose another place, or change its permissions");
    }
  }

  /// Refuses a directory that holds something, so that no run is ever lost to the next.
  ///
  /// @throws AppException.Usage naming the directory
  static void check(Path folder) {
    if (!Files.exists(folder)) {
      checkAbove(folder);
      return;
    }
    if (!Files.isDirectory(folder)) {
      throw new AppException.Usage("--out " + folder + " is a file; name a directory");
    }
    try (Stream<Path> inside = Files.list(folder)) {
      if (inside.findAny().isPresent()) {
        throw new AppException.Usage(
            "--out "
                + folder
                + " exists and is not empty; name another, runs are never overwritten");
      }
    } catch (IOException e) {
      throw new AppException.Usage("--out " + folder + " cannot be read: " + e.getMessage());
    }
  }
}
