package dev.goodput.runner.score;

import dev.goodput.lab.BenchPlan;
import dev.goodput.quality.ScoreColumn;
import dev.goodput.quality.ScoreKind;
import dev.goodput.quality.ScoreOptions;
import dev.goodput.quality.Scorer;
import dev.goodput.record.Manifest;
import dev.goodput.record.RecordException;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.quality.RunScores;
import dev.goodput.report.quality.RunTexts;
import dev.goodput.runner.AppException;
import dev.goodput.workload.SessionPlan;
import dev.goodput.workload.SessionSource;
import dev.goodput.workload.TurnPlan;
import dev.goodput.workload.WorkloadSize;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The scoring of a run's responses, after its last request: nothing is scored while it measures.
///
/// The references are read from the workload again: the same seed gives the same requests.
///
/// @param kinds the scores
/// @param options their settings
public record RunScoring(List<ScoreKind> kinds, ScoreOptions options) {
  private static final int LOOKED_AT = 10_000;

  /// Copies the scores.
  public RunScoring {
    kinds = List.copyOf(kinds);
  }

  /// Adds what is scored to a manifest.
  Manifest addTo(Manifest manifest) {
    String names = kinds.stream().map(ScoreKind::label).collect(Collectors.joining(","));
    return manifest.with(RunScores.KEY, names);
  }

  boolean needsReferences() {
    return kinds.stream().anyMatch(each -> each != ScoreKind.JSON);
  }

  /// Requires that the workload has references.
  ///
  /// @throws AppException.Usage if none of its first requests has one
  static void requireReferences(BenchPlan plan) {
    SessionSource source = plan.source(0);
    for (int i = 0; i < LOOKED_AT; i++) {
      SessionPlan session = source.next();
      if (session == null) {
        break;
      }
      if (session.turns().stream().anyMatch(turn -> turn.reference() != null)) {
        return;
      }
    }
    throw new AppException.Usage(
        "--score needs references, and "
            + plan.workload().name()
            + " has none; use a workload file whose lines have a \"reference\"");
  }

  /// Returns what each score of a request is.
  List<ScoreColumn> columns() {
    return new Scorer(kinds, options).columns();
  }

  /// Scores the run and writes the scores to its directory.
  ///
  /// @throws RecordException if a file cannot be read or written
  void score(BenchPlan plan, RunDirectory directory) {
    Path texts = directory.path().resolve(RunDirectory.ANSWERS_FILE);
    Path rows = directory.path().resolve(RunScores.ROWS);
    Map<Integer, Long> sessions = new TreeMap<>();
    RunTexts.lines(
        texts,
        each ->
            sessions.merge(
                each.required("level").intValue(),
                each.required("session").longValue(),
                Math::max));
    List<RunScores.Level> levels = new ArrayList<>();
    long tasks = plan.workload().extent().map(WorkloadSize::requests).orElse(Long.MAX_VALUE);
    Path objects = directory.path().resolve(RunScores.OBJECTS);
    try (BufferedWriter out = Files.newBufferedWriter(rows);
        BufferedWriter json = Files.newBufferedWriter(objects)) {
      for (Map.Entry<Integer, Long> level : sessions.entrySet()) {
        LevelScoring scoring = new LevelScoring(this, level.getKey(), out, json, levels.isEmpty());
        List<List<@Nullable String>> references = references(plan, level);
        RunTexts.lines(texts, each -> scoring.add(each, references));
        scoring.end(tasks).ifPresent(levels::add);
      }
      new RunScores(settings(), levels).write(directory.path());
    } catch (IOException e) {
      throw new RecordException.WriteFailed(rows, e);
    } catch (UncheckedIOException e) {
      throw new RecordException.WriteFailed(rows, Objects.requireNonNull(e.getCause()));
    }
  }

  /// Returns the reference of each turn of each session of a level that was sent.
  private static List<List<@Nullable String>> references(
      BenchPlan plan, Map.Entry<Integer, Long> level) {
    List<List<@Nullable String>> references = new ArrayList<>();
    for (SessionPlan session : PlannedRequests.sessions(plan, level.getKey())) {
      List<@Nullable String> turns = new ArrayList<>();
      for (TurnPlan turn : session.turns()) {
        turns.add(turn.reference());
      }
      references.add(turns);
      if (references.size() > level.getValue()) {
        return references;
      }
    }
    throw new IllegalStateException(
        "the workload ends before session " + level.getValue() + ", which was sent");
  }

  private List<String> settings() {
    List<String> settings = new ArrayList<>(options.exact().names());
    if (options.stem()) {
      settings.add("stem");
    }
    if (options.extraction() != null) {
      settings.add("extract " + options.extraction().pattern());
    }
    if (options.number().tolerance() > 0) {
      settings.add(
          "tolerance " + options.number().tolerance() + (options.number().relative() ? " ×" : ""));
    }
    return settings;
  }
}
