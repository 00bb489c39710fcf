package dev.goodput.runner.score;

import dev.goodput.lab.BenchPlan;
import dev.goodput.quality.ScoreColumn;
import dev.goodput.record.Manifest;
import dev.goodput.record.RecordException;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.quality.RunConsistency;
import dev.goodput.report.quality.RunJudge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// What becomes of the texts of a run's responses. All of it happens after the last request.
///
/// @param scoring how they are scored; empty if they are not
/// @param judge a model that judges them; empty if none does
/// @param consistency whether responses to the same requests are compared
/// @param keepText whether the texts stay in the run directory
public record AnswerStudy(
    Optional<RunScoring> scoring, Optional<Judge> judge, boolean consistency, boolean keepText) {
  /// Returns whether the load generator has to write the texts.
  public boolean needsTexts() {
    return scoring.isPresent() || judge.isPresent() || consistency;
  }

  /// Adds what is done to a manifest.
  public Manifest addTo(Manifest manifest) {
    Manifest more = consistency ? manifest.with(RunConsistency.KEY, "true") : manifest;
    more = judge.isPresent() ? more.with(RunJudge.KEY, judge.get().model()) : more;
    return scoring.isPresent() ? scoring.get().addTo(more) : more;
  }

  /// Requires that the workload has what the scores need, and that the judge responds.
  ///
  /// @throws dev.goodput.runner.AppException.Usage if none of its first requests has a reference
  /// @throws dev.goodput.runner.AppException.NoAnswer if the judge does not respond
  public void check(BenchPlan plan) {
    if (judge.isPresent() || scoring.filter(RunScoring::needsReferences).isPresent()) {
      RunScoring.requireReferences(plan);
    }
    judge.ifPresent(Judge::check);
  }

  /// Returns what affects the figures of the run.
  ///
  /// @param levels how many load levels there are
  public List<String> foreseen(int levels) {
    return consistency && levels > 1
        ? List.of(
            "each level sends the same requests, at temperature 0: a server that caches prompts"
                + " answers the later levels faster")
        : List.of();
  }

  /// Returns the plan with the requests that are needed: to compare responses, each level sends the
  /// same.
  public BenchPlan of(BenchPlan plan) {
    return consistency ? plan.withSameRequests() : plan;
  }

  /// Scores and compares the responses, and deletes the texts if they should not be kept.
  ///
  /// @param stopped whether the judge should leave out the rest
  /// @return what a reader of the report must know
  /// @throws RecordException if a file cannot be read or written
  public List<String> run(BenchPlan plan, RunDirectory directory, BooleanSupplier stopped) {
    if (!needsTexts()) {
      return List.of();
    }
    scoring.ifPresent(each -> each.score(plan, directory));
    List<String> notes =
        judge
            .map(each -> new RunJudging(each, plan, directory.path(), stopped).run())
            .orElse(List.of());
    if (consistency) {
      List<ScoreColumn> columns = scoring.map(RunScoring::columns).orElse(List.of());
      new ConsistencyCheck(plan, directory.path(), columns).write(directory, keepText);
    }
    if (keepText) {
      PromptFile.write(plan, directory.path());
    } else {
      delete(directory.path().resolve(RunDirectory.ANSWERS_FILE));
    }
    return notes;
  }

  private static void delete(Path texts) {
    try {
      Files.delete(texts);
    } catch (IOException e) {
      throw new RecordException.WriteFailed(texts, e);
    }
  }
}
