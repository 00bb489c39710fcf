package dev.goodput.report;

import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.chart.RunChartData;
import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.Conclusion;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Repeats;
import dev.goodput.metrics.result.RunResult;
import dev.goodput.record.LogSource;
import dev.goodput.record.LogState;
import dev.goodput.record.Manifest;
import dev.goodput.record.words.ShellText;
import dev.goodput.report.server.RunServers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// All that a report is made of.
///
/// @param manifest what is needed to repeat the run; the keys are those of the run directory
/// @param result the figures
/// @param options what they were computed with
/// @param charts what is drawn
/// @param log every request, for the files with a row each
/// @param dir the run directory
/// @param state whether the log is whole
/// @param servers what the run's servers reported about themselves
/// @param notes what a reader must know in addition to the figures, one sentence each, such as an
///   interruption
/// @param losses what could not be kept of the run or its files, one sentence each; a bench with
///   any ends as with a fault
/// @param experiment what the run was made for, null where that is its levels
public record ReportInput(
    Manifest manifest,
    RunResult result,
    AnalysisOptions options,
    RunChartData charts,
    LogSource log,
    Path dir,
    LogState state,
    RunServers servers,
    List<String> notes,
    List<String> losses,
    @Nullable Experiment experiment) {
  /// Conclusions of levels that no experiment overrides.
  private static final Set<Conclusion> BEFORE_ALL =
      Set.of(Conclusion.FAULT, Conclusion.UNREACHABLE);

  /// Copies the lists, and adds to the result what only the servers know of it.
  public ReportInput {
    result = servers.addTo(result);
    notes = List.copyOf(notes);
    losses = List.copyOf(losses);
  }

  /// A copy that was made for something else; null for its levels.
  public ReportInput of(@Nullable Experiment other) {
    return new ReportInput(
        manifest, result, options, charts, log, dir, state, servers, notes, losses, other);
  }

  /// A copy with another manifest and other notes.
  public ReportInput with(Manifest otherManifest, List<String> otherNotes) {
    return new ReportInput(
        otherManifest,
        result,
        options,
        charts,
        log,
        dir,
        state,
        servers,
        otherNotes,
        losses,
        experiment);
  }

  /// Returns a copy with more lost entries.
  public ReportInput withLosses(List<String> more) {
    List<String> all = new ArrayList<>(losses);
    all.addAll(more);
    return new ReportInput(
        manifest, result, options, charts, log, dir, state, servers, notes, all, experiment);
  }

  /// A value of the manifest, empty where it is not there or blank.
  public Optional<String> fact(String key) {
    return manifest.text(key).filter(value -> !value.isBlank());
  }

  /// Returns whether the SLO was requested, so that missing it fails the run; one that came with
  /// the workload (`run.slo_source` is `workload`) only informs.
  public boolean sloRequested() {
    return !fact("run.slo_source").orElse("asked").equals("workload");
  }

  /// The share of failures up to which a run is good: `run.max_error_rate`, 1 % by default.
  public double maxErrorRate() {
    return manifest.decimal("run.max_error_rate").orElse(0.01);
  }

  /// Returns the pooled result of the levels, if they are runs of one load.
  public Optional<Repeats> repeats() {
    return Optional.ofNullable(result.repeats());
  }

  /// Returns the conclusion of the run: by what it was made for, unless our own accounting
  /// contradicts itself or no request found a server.
  public Conclusion conclusion() {
    Experiment made = experiment;
    Conclusion ofLevels = Conclusion.of(result, sloRequested(), maxErrorRate());
    return made == null || BEFORE_ALL.contains(ofLevels) ? ofLevels : made.conclusion();
  }

  /// Whether a signal came before the run was over (`run.interrupted`).
  public boolean interrupted() {
    return fact("run.interrupted").isPresent();
  }

  /// Returns the level that represents the run. Levels come first that have responses, then those
  /// whose client was not the bottleneck, then judged ones, then those that ran as planned; among
  /// these, of the ones that meet the SLO (or all, without an SLO), the one with the largest output
  /// throughput; if all miss it, the one with the highest attainment. Of runs of one load it is the
  /// middle one, as the best of several is luck. An experiment names its own level. Empty if
  /// nothing ran.
  public Optional<LevelResult> best() {
    Experiment made = experiment;
    if (made == null && result.repeats() != null) {
      return middleOf(result.levels());
    }
    return made == null
        ? bestOf(result.levels())
        : result.levels().stream().filter(level -> level.level() == made.level()).findFirst();
  }

  /// Returns whether a level is the best of several: it represents the run, meets the SLO, its
  /// client is trusted, and it ran as planned, with all of its users and to its end. No run of one
  /// load is the best.
  public boolean isBest(LevelResult level) {
    return result.levels().size() > 1
        && experiment == null
        && result.repeats() == null
        && isReportedLevel(level)
        && Boolean.TRUE.equals(level.sloMet())
        && deserved(level);
  }

  /// Whether a level is the one that speaks for the run.
  public boolean isReportedLevel(LevelResult level) {
    return best().filter(best -> best.level() == level.level()).isPresent();
  }

  /// What names it to `goodput report`: its directory, or those of its slices, as a shell reads it.
  public String named() {
    return manifest.text("run.slices").orElseGet(() -> ShellText.join(List.of(dir.toString())));
  }

  static Optional<LevelResult> bestOf(List<LevelResult> levels) {
    Comparator<LevelResult> byUse =
        Comparator.<LevelResult, Boolean>comparing(level -> level.requests().ok() > 0)
            .thenComparing(ReportInput::believable)
            .thenComparingInt(ReportInput::preference)
            .thenComparing(LevelResult::whole)
            .thenComparingDouble(ReportInput::merit);
    return levels.stream().max(byUse);
  }

  /// Of runs of one load that count the one in the middle, of two the worse: by attainment, else by
  /// the slow end of the first word, or of the answer.
  static Optional<LevelResult> middleOf(List<LevelResult> levels) {
    List<LevelResult> counted =
        levels.stream()
            .filter(level -> Repeats.counts(level) && level.requests().ok() > 0)
            .sorted(Comparator.comparingDouble(ReportInput::badness))
            .toList();
    return counted.isEmpty() ? bestOf(levels) : Optional.of(counted.get(counted.size() / 2));
  }

  private static double badness(LevelResult level) {
    Double attainment = level.goodput() == null ? null : level.goodput().attainment();
    if (attainment != null) {
      return 1 - attainment;
    }
    Distribution first = level.latencies().ttft();
    Distribution latency = first == null ? level.latencies().e2el() : first;
    Double slow = latency == null ? null : latency.p95OrMax();
    return slow == null ? 0 : slow;
  }

  /// Returns whether a level can be called the best: its client is trusted, and it ran as planned.
  static boolean deserved(LevelResult level) {
    return believable(level) && level.whole();
  }

  private static boolean believable(LevelResult level) {
    return level.client().verdict() != ClientHealth.Verdict.CLIENT_BOUND;
  }

  // A judged level comes before one that was not judged, and a level that ran as planned before an
  // incomplete one, as the run meets its SLO by the former.
  private static int preference(LevelResult level) {
    if (level.sloMet() == null) {
      return 0;
    }
    return (level.whole() ? 3 : 1) + (level.sloMet() ? 1 : 0);
  }

  // Among levels that meet the SLO more output is better; among those that miss it, fewer unhappy
  // users are.
  private static double merit(LevelResult level) {
    if (Boolean.FALSE.equals(level.sloMet())) {
      Double attainment = level.goodput() == null ? null : level.goodput().attainment();
      return attainment == null ? -1 : attainment;
    }
    Double output = level.rates().outputTps();
    return output == null ? -1 : output;
  }
}
