package dev.goodput.runner.directory;

import dev.goodput.lab.comparison.ComparisonRecord;
import dev.goodput.metrics.comparison.Side;
import dev.goodput.observe.MetricsFile;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.SystemReason;
import dev.goodput.runner.AppException;
import dev.goodput.runner.log.RunLogFile;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// Names, creates, checks and deletes run directories.
final class RunDirectories {
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

  private RunDirectories() {}

  /// Returns the generated directory of a run, such as `runs/20261121-021405-azure-conv`.
  static Path of(LocalDateTime now, String workload) {
    return Path.of("runs", now.format(STAMP) + "-" + workload.replaceAll("[^\\w.-]+", "_"));
  }

  /// Creates the directory. If it exists, because two runs start in the same second, a number is
  /// added to its name.
  ///
  /// @param folder from [#of(LocalDateTime, String)]
  static Path claim(Path folder) {
    Path claimed = folder;
    try {
      Files.createDirectories(folder.toAbsolutePath().getParent());
      for (int i = 2; !created(claimed); i++) {
        claimed = folder.resolveSibling(folder.getFileName() + "-" + i);
      }
    } catch (IOException e) {
      // The full message is printed when the run starts.
      return claimed;
    }
    return claimed;
  }

  private static boolean created(Path folder) throws IOException {
    try {
      Files.createDirectory(folder);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  /// Deletes the files of a run without measurements.
  ///
  /// @param deleteDirectory whether to delete the directory too, because its name was generated
  /// @return what remains and why, in one line; empty if nothing does
  static Optional<String> abandon(Path folder, boolean deleteDirectory) {
    try {
      for (Side side : Side.values()) {
        Path run = ComparisonRecord.side(folder, side);
        if (Files.exists(run)) {
          var _ = abandon(run, true);
        }
      }
      Files.deleteIfExists(folder.resolve(RunLogFile.NAME));
      Files.deleteIfExists(folder.resolve(MetricsFile.NAME));
      Files.deleteIfExists(folder.resolve(RunDirectory.LOG_FILE));
      Files.deleteIfExists(folder.resolve(RunDirectory.LOCK_FILE));
      Files.deleteIfExists(folder.resolve(RunDirectory.MANIFEST_FILE));
      if (deleteDirectory) {
        Files.deleteIfExists(folder);
        return Optional.empty();
      }
      return remaining(folder);
    } catch (DirectoryNotEmptyException e) {
      return Optional.of(folder + " stays, although it holds no measurement: it holds other files");
    } catch (IOException e) {
      return Optional.of(
          folder + " stays, although it holds no measurement: " + SystemReason.of(e, folder));
    }
  }

  /// Returns a message that names a remaining file, because the next run needs an empty directory;
  /// empty if there is none.
  private static Optional<String> remaining(Path folder) throws IOException {
    try (Stream<Path> inside = Files.list(folder)) {
      return inside
          .findAny()
          .map(Path::getFileName)
          .map(other ->
              "%s still holds %s, though nothing was measured; remove it before the next run there"
                  .formatted(folder, other));
    }
  }

  /// Requires that the directory can be created in its nearest existing parent.
  private static void checkAbove(Path folder) {
    Path above = folder.toAbsolutePath().normalize().getParent();
    while (above != null && !Files.exists(above)) {
      above = above.getParent();
    }
    if (above != null && !Files.isDirectory(above)) {
      throw cannotCreate(folder, above + " is a file");
    }
    if (above != null) {
      FileChecks.refusalToCreate(above)
          .ifPresent(reason -> {
            throw cannotCreate(folder, reason);
          });
    }
  }

  /// Requires a name that the system accepts; it may be too long.
  private static void checkName(Path folder) {
    try {
      Files.readAttributes(folder, BasicFileAttributes.class);
    } catch (NoSuchFileException | AccessDeniedException e) {
      // checkAbove has reported whether the parent can hold it.
    } catch (IOException e) {
      throw cannotCreate(folder, SystemReason.of(e, folder));
    }
  }

  private static AppException cannotCreate(Path folder, String reason) {
    return new AppException.Usage(
        "--out " + folder + " cannot be made: " + reason + "; choose another place");
  }

  /// Rejects a directory in which no run can start, so that no run is overwritten.
  ///
  /// @throws AppException.Usage naming the directory
  static void check(Path folder) {
    if (!Files.exists(folder)) {
      checkAbove(folder);
      checkName(folder);
      return;
    }
    if (!Files.isDirectory(folder)) {
      throw new AppException.Usage("--out " + folder + " is a file; name a directory");
    }
    try {
      if (!RunDirectory.isVacant(folder)) {
        throw new AppException.Usage(
            "--out "
                + folder
                + " exists and is not empty; name another, runs are never overwritten");
      }
    } catch (IOException e) {
      throw new AppException.Usage(
          "--out " + folder + " cannot be read: " + SystemReason.of(e, folder));
    }
  }
}
