package dev.goodput.app.runs;

import dev.goodput.history.HistoryException;
import dev.goodput.history.RunStore;
import dev.goodput.record.RunDirectory;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/// Runs as a command line names them.
public final class StoredRuns {
  private StoredRuns() {}

  /// Opens the run of that directory, or below `runs` of that name or id.
  ///
  /// @throws dev.goodput.record.RecordException where there is a directory and no run in it
  /// @throws HistoryException where nothing is called so
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
      // A path that is not there is said of as one.
      if (run.contains("/") && !run.contains("\0")) {
        return Path.of(run);
      }
      throw e;
    }
  }
}
