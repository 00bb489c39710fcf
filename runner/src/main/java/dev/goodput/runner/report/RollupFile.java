package dev.goodput.runner.report;

import dev.goodput.record.SystemReason;
import dev.goodput.runner.AppException;
import dev.goodput.telemetry.EventFormatException;
import dev.goodput.telemetry.RollupArchive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A file of roll-ups in the place of a run.
public final class RollupFile {
  private RollupFile() {}

  /// Returns the file of roll-ups that words name; empty if they name runs.
  ///
  /// @throws AppException.Usage if there is more than one word
  public static Optional<Path> file(List<String> runs) {
    try {
      Path path = Path.of(runs.getFirst());
      if (!Files.isRegularFile(path)) {
        return Optional.empty();
      }
      if (runs.size() > 1) {
        throw new AppException.Usage(
            "%s is a file of roll-ups, which is read alone; remove %s"
                .formatted(path, runs.get(1)));
      }
      return Optional.of(path);
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /// Returns the roll-ups of a file.
  ///
  /// @throws AppException.Usage if it cannot be read, or holds none
  public static RollupArchive read(Path file) {
    try {
      RollupArchive archive = RollupArchive.read(file);
      if (archive.isEmpty()) {
        throw new AppException.Usage(
            file + " holds no roll-ups; goodput-fleet export writes such a file");
      }
      return archive;
    } catch (EventFormatException e) {
      throw new AppException.Usage(
          e.getMessage() + "; expected: lines that goodput-fleet job or export wrote");
    } catch (IOException e) {
      throw new AppException.Usage("cannot read %s: %s".formatted(file, SystemReason.of(e, file)));
    }
  }
}
