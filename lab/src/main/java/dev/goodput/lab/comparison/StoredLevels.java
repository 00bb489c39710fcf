package dev.goodput.lab.comparison;

import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LogEntry;
import dev.goodput.record.LogSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// The levels of a log that ended as planned, read one after another, so that only one of them is
/// in memory.
final class StoredLevels implements Consumer<LogEntry> {
  private final IntFunction<@Nullable AnalysisOptions> options;
  private final SortedMap<Integer, LevelResult> results = new TreeMap<>();
  private final List<LogEntry> entries = new ArrayList<>();

  private StoredLevels(IntFunction<@Nullable AnalysisOptions> options) {
    this.options = options;
  }

  /// @param options the analysis options of a level, null for a level to skip
  static SortedMap<Integer, LevelResult> of(
      LogSource log, IntFunction<@Nullable AnalysisOptions> options) {
    StoredLevels levels = new StoredLevels(options);
    log.read(levels);
    return levels.results;
  }

  /// Analyses again the runs that were cut earlier than their counterparts.
  static void cutAlike(
      LogSource a,
      SortedMap<Integer, LevelResult> ofA,
      LogSource b,
      SortedMap<Integer, LevelResult> ofB,
      AnalysisOptions options) {
    SortedMap<Integer, Long> cuts = cuts(ofA, ofB);
    ofA.putAll(again(a, ofA, cuts, options));
    ofB.putAll(again(b, ofB, cuts, options));
  }

  private static SortedMap<Integer, Long> cuts(
      SortedMap<Integer, LevelResult> ofA, SortedMap<Integer, LevelResult> ofB) {
    SortedMap<Integer, Long> cuts = new TreeMap<>();
    ofA.forEach((level, one) -> {
      LevelResult other = ofB.get(level);
      if (other != null) {
        cuts.put(level, RunAnalysis.cut(one, other));
      }
    });
    return cuts;
  }

  private static SortedMap<Integer, LevelResult> again(
      LogSource log,
      SortedMap<Integer, LevelResult> found,
      SortedMap<Integer, Long> cuts,
      AnalysisOptions options) {
    return of(
        log,
        level -> {
          LevelResult before = found.get(level);
          Long cut = cuts.get(level);
          return before != null && cut != null && RunAnalysis.again(before, cut, options)
              ? RunAnalysis.cutAt(cut, options)
              : null;
        });
  }

  @Override
  public void accept(LogEntry entry) {
    if (!entries.isEmpty() && entries.getLast().level() != entry.level()) {
      entries.clear();
    }
    entries.add(entry);
    if (entry instanceof LevelEnded ended) {
      AnalysisOptions judged = options.apply(ended.level());
      if (judged != null && ended.ending().asPlanned()) {
        results.put(ended.level(), RunAnalysis.of(entries::forEach, judged));
      }
      entries.clear();
    }
  }
}
