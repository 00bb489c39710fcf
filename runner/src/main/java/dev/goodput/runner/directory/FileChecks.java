package dev.goodput.runner.directory;

import dev.goodput.record.SystemReason;
import dev.goodput.runner.AppException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Checks that files can be written, before any work is done for them.
public final class FileChecks {
  private FileChecks() {}

  /// Requires that an option's file can be written. A null file passes.
  ///
  /// @throws AppException.BadFile naming the option and the file
  public static void writable(String option, @Nullable Path file) {
    if (file == null) {
      return;
    }
    refusal(file)
        .ifPresent(reason -> {
          throw new AppException.BadFile(option, option + " " + file + reason);
        });
  }

  private static Optional<String> refusal(Path file) {
    if (file.toString().equals("-")) {
      return Optional.of(" does not stand for standard output here; name a file");
    }
    if (Files.isDirectory(file)) {
      return Optional.of(" is a directory; name a file");
    }
    Path parent = file.toAbsolutePath().normalize().getParent();
    if (parent == null || !Files.isDirectory(parent)) {
      return Optional.of(": its directory does not exist; create it first");
    }
    Optional<String> reason =
        Files.exists(file) ? refusalToOverwrite(file) : refusalToCreate(parent);
    return reason.map(text -> " cannot be written: " + text + "; choose another place");
  }

  private static Optional<String> refusalToOverwrite(Path file) {
    return Files.isWritable(file) ? Optional.empty() : Optional.of("permission denied");
  }

  /// Returns why nothing can be created in a directory; empty if something can. It creates and
  /// deletes a temporary directory with a unique name.
  public static Optional<String> refusalToCreate(Path directory) {
    try {
      Files.delete(Files.createTempDirectory(directory, ".goodput"));
      return Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.of(directory + " is no place for files");
    } catch (IOException e) {
      return Optional.of(SystemReason.of(e) + " in " + directory);
    }
  }
}
