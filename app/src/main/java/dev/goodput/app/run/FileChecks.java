package dev.goodput.app.run;

import dev.goodput.app.AppException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Refuses files that cannot be written before anything is done for them.
public final class FileChecks {
  private FileChecks() {}

  /// Requires that an option's file can be written; null is none.
  ///
  /// @throws AppException.Usage naming the option and the file
  public static void writable(String option, @Nullable Path file) {
    if (file == null) {
      return;
    }
    Path parent = file.toAbsolutePath().normalize().getParent();
    refuse(Files.isDirectory(file), option + " " + file + " is a directory; name a file");
    refuse(
        parent == null || !Files.isDirectory(parent),
        option + " " + file + ": its directory does not exist; create it first");
    refuse(
        !Files.isWritable(Files.exists(file) || parent == null ? file : parent),
        option + " " + file + " cannot be written; check its permissions");
  }

  private static void refuse(boolean wrong, String line) {
    if (wrong) {
      throw new AppException.Usage(line);
    }
  }
}
