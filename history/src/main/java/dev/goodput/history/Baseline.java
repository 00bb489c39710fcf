package dev.goodput.history;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Runs that others are held against, under one name.
///
/// @param name of the baseline
/// @param runs its runs that are there, the oldest first
/// @param gone where those lay that are not, by their ids: deleted, or moved to where nobody looks
public record Baseline(String name, List<StoredRun> runs, Map<String, Path> gone) {
  /// Copies both.
  public Baseline {
    runs = List.copyOf(runs);
    gone = new TreeMap<>(gone);
  }

  /// Facts in which its runs differ and should not, as `run.workload`: they cannot be held against
  /// one other run.
  public List<String> differences() {
    return List.of("run.workload", "target.model", "run.arrivals").stream()
        .filter(key -> runs.stream().map(run -> run.fact(key)).distinct().count() > 1)
        .toList();
  }
}
