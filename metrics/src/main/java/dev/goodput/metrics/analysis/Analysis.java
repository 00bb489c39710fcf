package dev.goodput.metrics.analysis;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.PooledSlo;
import dev.goodput.metrics.result.Repeats;
import dev.goodput.metrics.result.RunResult;
import dev.goodput.metrics.result.SloResult;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.record.HealthSample;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogEntry;
import dev.goodput.record.LogSource;
import dev.goodput.record.RequestRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Computes a run's result from its log.
///
/// The first pass finds each level's extent and window, the second collects the figures. For
/// repeated runs of one load, a third pools their latencies. Memory does not grow with the number
/// of requests, except in the third pass. A log that ends early, as a killed run leaves it, is
/// analysed as far as it goes.
public final class Analysis {
  private final AnalysisOptions options;
  private final SortedMap<Integer, LevelSurvey> surveys = new TreeMap<>();
  private final SortedMap<Integer, LevelTally> tallies = new TreeMap<>();

  private Analysis(AnalysisOptions options) {
    this.options = options;
  }

  /// Analyses a log.
  public static RunResult analyse(LogSource log, AnalysisOptions options) {
    return new Analysis(options).run(log);
  }

  private RunResult run(LogSource log) {
    log.read(this::survey);
    surveys.forEach((level, survey) -> tallies.put(level, new LevelTally(survey, options)));
    log.read(this::tally);
    List<LevelResult> levels = new ArrayList<>();
    tallies.values().forEach(tally -> levels.add(new LevelAssembler(tally, options).assemble()));
    return result(levels, log);
  }

  private void survey(LogEntry entry) {
    surveys.computeIfAbsent(entry.level(), LevelSurvey::new).add(entry);
  }

  private void tally(LogEntry entry) {
    LevelTally tally = tallies.get(entry.level());
    if (tally == null) {
      return;
    }
    switch (entry) {
      case RequestRecord request -> tally.add(request);
      case HealthSample sample -> tally.add(sample);
      case LevelStarted ignored -> {}
      case LevelEnded ignored -> {}
    }
  }

  private RunResult result(List<LevelResult> levels, LogSource log) {
    List<String> faults = new ArrayList<>();
    levels.forEach(level -> faults.addAll(level.faults()));
    PooledSlo pooled = options.repeated() ? pooled(levels) : null;
    Repeats repeats = options.repeated() ? RepeatedRuns.of(log, levels, pooled) : null;
    return new RunResult(
        levels, judged(levels, pooled), ClientJudge.worst(levels), faults, repeats);
  }

  private @Nullable SloResult judged(List<LevelResult> levels, @Nullable PooledSlo pooled) {
    Slo slo = options.slo();
    if (slo == null) {
      return options.byClass()
          ? new SloResult(classes(), null, null, options.attainmentTarget(), met(levels))
          : null;
    }
    return new SloResult(
        slo.expression(),
        slo.name(),
        slo.source(),
        options.attainmentTarget(),
        options.repeated() ? (pooled == null ? null : pooled.met()) : met(levels));
  }

  private String classes() {
    return options.sloClasses().entrySet().stream()
        .map(each -> each.getKey() + ": " + each.getValue().expression())
        .collect(Collectors.joining("; "));
  }

  /// Returns the SLO result over the arrivals of the runs that count or, if none counts, of all
  /// that were judged.
  private @Nullable PooledSlo pooled(List<LevelResult> levels) {
    Slo slo = options.slo();
    List<LevelResult> counted = levels.stream().filter(Repeats::counts).toList();
    List<LevelResult> speaking = counted.isEmpty() ? levels : counted;
    List<SloTally> runs =
        speaking.stream()
            .map(level -> tallies.get(level.level()))
            .flatMap(tally -> Stream.ofNullable(tally == null ? null : tally.judged.common()))
            .toList();
    if (slo == null || runs.isEmpty()) {
      return null;
    }
    long met = speaking.stream().filter(level -> Boolean.TRUE.equals(level.sloMet())).count();
    return SloTally.combined(runs, slo, options.attainmentTarget()).pooled(runs.size(), (int) met);
  }

  /// Returns whether some level that ran in full meets the SLO; if no such level was judged,
  /// whether some other level does.
  private static @Nullable Boolean met(List<LevelResult> levels) {
    List<LevelResult> judged = levels.stream().filter(level -> level.sloMet() != null).toList();
    List<LevelResult> whole = judged.stream().filter(LevelResult::whole).toList();
    List<LevelResult> speaking = whole.isEmpty() ? judged : whole;
    return speaking.isEmpty()
        ? null
        : speaking.stream().anyMatch(level -> Boolean.TRUE.equals(level.sloMet()));
  }
}
