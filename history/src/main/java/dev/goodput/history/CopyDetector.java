package dev.goodput.history;

import dev.goodput.record.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A detector of copies and links among runs. Tags are in the run's directory, so a copy of the
/// directory, or a link to it, has them, too.
final class CopyDetector {
  private final Map<String, StoredRun> first = new HashMap<>();
  private final List<StoredRun> runs = new ArrayList<>();
  private final List<Baseline.Copy> copies = new ArrayList<>();

  /// @param all the runs, in any order
  CopyDetector(List<StoredRun> all) {
    // A link's target comes before its links, and a run measured in its directory before copies of
    // it.
    all.stream()
        .sorted(
            Comparator.<StoredRun, Boolean>comparing(run -> Files.isSymbolicLink(run.path()))
                .thenComparing(run -> !run.directory().equals(run.id()))
                .thenComparing(StoredRun::path))
        .forEach(this::add);
  }

  private void add(StoredRun run) {
    StoredRun other = first.putIfAbsent(measurementKey(run), run);
    if (other == null) {
      runs.add(run);
    } else {
      copies.add(new Baseline.Copy(run, other.path()));
    }
  }

  /// Returns a key that a copy shares with its original and that no two measurements share. A run
  /// without an id or a start time is identified by its path.
  static String measurementKey(StoredRun run) {
    String started = run.fact("run.started").orElse("");
    if (run.fact("run.id").isEmpty() || started.isEmpty()) {
      return realPath(run.path()).toString();
    }
    return run.id() + "\n" + started + "\n" + logBytes(run.path());
  }

  private static long logBytes(Path run) {
    try {
      return Files.size(run.resolve(RunDirectory.LOG_FILE));
    } catch (IOException e) {
      return -1;
    }
  }

  /// Returns the real path, with links followed; the path itself if it cannot be resolved.
  static Path realPath(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path.toAbsolutePath().normalize();
    }
  }

  /// Returns each measurement once.
  List<StoredRun> runs() {
    return runs;
  }

  List<Baseline.Copy> copies() {
    return copies;
  }
}
