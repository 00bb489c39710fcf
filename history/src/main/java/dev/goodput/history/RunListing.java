package dev.goodput.history;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The contents of a root directory.
///
/// @param runs the runs, newest first
/// @param notRuns directories that are not runs, or whose manifest cannot be read, with the reason
public record RunListing(List<StoredRun> runs, Map<Path, String> notRuns) {
  /// Copies both.
  public RunListing {
    runs = List.copyOf(runs);
    notRuns = new TreeMap<>(notRuns);
  }
}
