package dev.goodput.metrics.analysis;

import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.ClientHealth.Verdict;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/// The client health of a run made by several machines: as bad as the worst of them. A p99 over all
/// would hide one late machine among many.
public final class SliceClients {
  private SliceClients() {}

  /// The result of all slices together, with each level's client as bad as the worst slice's.
  ///
  /// @param merged over the requests of all slices
  /// @param slices the result of each alone, by the slice's name
  public static RunResult judge(RunResult merged, SortedMap<String, RunResult> slices) {
    List<LevelResult> levels =
        merged.levels().stream().map(level -> level.withClient(worst(level, slices))).toList();
    return new RunResult(
        levels, merged.slo(), ClientJudge.worst(levels), merged.faults(), merged.repeats());
  }

  private static ClientHealth worst(LevelResult level, SortedMap<String, RunResult> slices) {
    ClientHealth all = level.client();
    Verdict verdict = all.verdict();
    List<ClientHealth.Cause> causes = new ArrayList<>();
    List<ClientHealth.Note> notes = new ArrayList<>();
    for (Map.Entry<String, RunResult> slice : slices.entrySet()) {
      for (LevelResult other : slice.getValue().levels()) {
        if (other.level() == level.level()) {
          Verdict theirs = other.client().verdict();
          verdict = theirs.compareTo(verdict) > 0 ? theirs : verdict;
          String prefix = "slice " + slice.getKey() + ": ";
          other.client().causes().forEach(cause -> causes.add(cause.at(prefix)));
          other.client().notes().forEach(note -> notes.add(note.at(prefix)));
        }
      }
    }
    return all.with(
        verdict, causes.isEmpty() ? all.causes() : causes, notes.isEmpty() ? all.notes() : notes);
  }
}
