package dev.goodput.app.run;

import dev.goodput.app.AppException;
import dev.goodput.record.SystemReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Refuses files that cannot be written before anything is done for them.
public final class FileChecks {
  private FileChecks() {}

  /// Requires that an option's file can be written; null is none.
  ///
  /// @throws AppException.BadFile naming the option and the file
  public static void writable(String option, @Nullable Path file) {
    if (file == null) {
      return;
    }
    refused(file)
        .ifPresent(reason -> {
          throw new AppException.BadFile(option, option + " " + file + reason);
        });
  }

  private static Optional<String> refused(Path file) {
    if (Files.isDirectory(file)) {
      return Optional.of(" is a directory; name a file");
    }
    Path parent = file.toAbsolutePath().normalize().getParent();
    if (parent == null || !Files.isDirectory(parent)) {
      return Optional.of(": its directory does not exist; create it first");
    }
    Optional<String> against =
        Files.exists(file) ? refusedOverwriting(file) : refusedMaking(parent);
    return against.map(reason -> " cannot be written: " + reason + "; choose another place");
  }

  private static Optional<String> refusedOverwriting(Path file) {
    return Files.isWritable(file) ? Optional.empty() : Optional.of("permission denied");
  }

  /// Why the system lets nothing be made in a directory, empty where it does. Only an attempt
  /// tells; it is made under a name of its own, so that nothing is left and no other run is in its
  /// way.
  public static Optional<String> refusedMaking(Path directory) {
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
