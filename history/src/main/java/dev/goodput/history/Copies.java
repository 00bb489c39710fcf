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

/// Tells runs from further copies of them: a tag lies in the run's directory, so that a copy or a
/// link of the directory has it too.
final class Copies {
  private final Map<String, StoredRun> first = new HashMap<>();
  private final List<StoredRun> runs = new ArrayList<>();
  private final List<Baseline.Copy> copies = new ArrayList<>();

  /// @param all in any order
  Copies(List<StoredRun> all) {
    // What was linked to before its links, what was measured there before what was copied there.
    all.stream()
        .sorted(
            Comparator.<StoredRun, Boolean>comparing(run -> Files.isSymbolicLink(run.path()))
                .thenComparing(run -> !run.directory().equals(run.id()))
                .thenComparing(StoredRun::path))
        .forEach(this::add);
  }

  private void add(StoredRun run) {
    StoredRun other = first.putIfAbsent(measurement(run), run);
    if (other == null) {
      runs.add(run);
    } else {
      copies.add(new Baseline.Copy(run, other.path()));
    }
  }

  /// What a copy has in common with its origin and no two measurements have. A run that does not
  /// say what it was measured as is told by its place.
  static String measurement(StoredRun run) {
    String started = run.fact("run.started").orElse("");
    if (run.fact("run.id").isEmpty() || started.isEmpty()) {
      return real(run.path()).toString();
    }
    return run.id() + "\n" + started + "\n" + logged(run.path());
  }

  private static long logged(Path run) {
    try {
      return Files.size(run.resolve(RunDirectory.LOG_FILE));
    } catch (IOException e) {
      return -1;
    }
  }

  /// Where a path leads to, links followed; where that cannot be told, the path itself.
  static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path.toAbsolutePath().normalize();
    }
  }

  /// Each measurement once.
  List<StoredRun> runs() {
    return runs;
  }

  List<Baseline.Copy> copies() {
    return copies;
  }
}
