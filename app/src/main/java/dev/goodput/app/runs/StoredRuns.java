package dev.goodput.app.runs;

import dev.goodput.history.HistoryException;
import dev.goodput.history.RunStore;
import dev.goodput.record.RunDirectory;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/// A resolver of runs named on the command line.
public final class StoredRuns {
  private StoredRuns() {}

  /// Opens a run by its directory, or by its name or id among the runs in `runs`.
  ///
  /// @throws dev.goodput.record.RecordException a directory without a run
  /// @throws HistoryException an unknown name
  public static RunDirectory open(String run) {
    return RunDirectory.open(isThere(run) ? Path.of(run) : stored(run));
  }

  private static boolean isThere(String run) {
    try {
      return Files.exists(Path.of(run));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static Path stored(String run) {
    try {
      return RunStore.at(RunStore.USUAL).find(run).path();
    } catch (HistoryException.NoRun e) {
      // A path that does not exist is reported as a path.
      if (run.contains("/") && !run.contains("\0")) {
        return Path.of(run);
      }
      throw e;
    }
  }
}
