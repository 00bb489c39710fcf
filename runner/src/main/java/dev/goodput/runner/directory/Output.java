package dev.goodput.runner.directory;

import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunKind;
import dev.goodput.record.SystemReason;
import dev.goodput.report.model.Form;
import dev.goodput.runner.AppException;
import dev.goodput.runner.Checks;
import dev.goodput.runner.Clocks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/// What a run writes, and where.
///
/// @param directory the run directory; null for a new one with a generated name
/// @param json whether the result document goes to standard output
/// @param quiet whether the terminal shows only errors
/// @param jobFiles the files for CI jobs
public record Output(@Nullable Path directory, boolean json, boolean quiet, OutputFiles jobFiles) {
  /// Requires that the files and the directory can be written, before any work is done.
  ///
  /// @throws dev.goodput.runner.AppException naming the option
  public void check() {
    jobFiles.check();
    if (directory != null) {
      Checks.refuse(directory.toString().isEmpty(), "--out needs a directory's name, found none");
      RunDirectories.check(directory);
    }
  }

  /// Returns whether `--out` names the run directory. Such a directory is kept, empty, if nothing
  /// was measured.
  public boolean hasDirectory() {
    return directory != null;
  }

  /// Returns the run directory.
  ///
  /// @param what the kind of run, used in a generated directory name
  public Path folder(String what) {
    Path wanted = directory;
    return wanted == null
        ? RunDirectories.of(
            LocalDateTime.ofInstant(Clocks.SYSTEM.wall().instant(), ZoneId.systemDefault()), what)
        : wanted;
  }

  /// Creates the directory of a run of several slices. A generated name that another run has taken
  /// gets a number.
  ///
  /// @param folder from [#folder(String)]
  /// @throws AppException.Machine if it cannot be created
  public Path createDirectory(Path folder) {
    Path place = hasDirectory() ? folder : RunDirectories.claim(folder);
    try {
      return Files.createDirectories(place);
    } catch (IOException e) {
      throw new AppException.Machine("cannot make " + place + ": " + SystemReason.of(e, place), e);
    }
  }

  /// Returns the files of a run of several slices.
  public OutputFiles files(Path folder) {
    return withJobFiles(OutputFiles.nextTo(folder));
  }

  /// Returns the files of a finished run.
  public OutputFiles files(RunDirectory run) {
    OutputFiles files =
        RunKind.HOP.describes(run.manifest())
            ? OutputFiles.forHop(run.path())
            : OutputFiles.nextTo(run.path());
    return withJobFiles(files);
  }

  private OutputFiles withJobFiles(OutputFiles files) {
    return files
        .with(Form.JUNIT, jobFiles.of(Form.JUNIT))
        .with(Form.SUMMARY, jobFiles.of(Form.SUMMARY));
  }
}
