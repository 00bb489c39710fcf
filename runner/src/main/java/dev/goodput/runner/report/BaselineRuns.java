package dev.goodput.runner.report;

import static dev.goodput.runner.Checks.refuse;

import dev.goodput.history.Baseline;
import dev.goodput.history.HistoryException;
import dev.goodput.history.RunStore;
import dev.goodput.history.StoredRun;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunNotes;
import dev.goodput.runner.AppException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The runs of a baseline that are there.
///
/// @param stored each measurement once, at least one
/// @param runs their directories
/// @param notes what a reader must know of the others
public record BaselineRuns(List<StoredRun> stored, List<RunDirectory> runs, List<String> notes) {
  /// Finds them.
  ///
  /// @param name name of a baseline; or directory, name or id of a run, whose repeats are the runs
  /// @throws dev.goodput.history.HistoryException where there is no such run
  /// @throws AppException.Usage where there is neither, or none of the runs is there
  public static BaselineRuns of(RunStore store, String name) {
    Baseline baseline = find(store, name);
    refuse(
        baseline.runs().isEmpty(),
        "baseline "
            + name
            + " has no run that still exists: goodput baseline list shows where they were");
    List<String> notes = new ArrayList<>();
    baseline.missing().forEach((id, path) -> notes.add("the run " + id + " is gone from " + path));
    return new BaselineRuns(
        baseline.runs(),
        baseline.runs().stream().map(run -> RunDirectory.open(run.path())).toList(),
        notes);
  }

  private static Baseline find(RunStore store, String name) {
    try {
      return store.baseline(name);
    } catch (HistoryException.NoBaseline none) {
      try {
        return new Baseline(name, List.of(store.find(name)), List.of(), Map.of());
      } catch (HistoryException.NoRun noRun) {
        throw name.contains("/")
            ? noRun
            : new AppException.Usage(none.getMessage() + ", or name a run");
      }
    }
  }

  /// Returns the manifest of the run that is compared with them.
  public Manifest addTo(Manifest manifest) {
    Manifest withStored =
        Comparisons.addStored(manifest, runs.stream().map(RunDirectory::path).toList());
    return RunNotes.keep(withStored, notes);
  }

  /// Returns the request settings of the first of them.
  public Manifest first() {
    return runs.getFirst().manifest();
  }
}
