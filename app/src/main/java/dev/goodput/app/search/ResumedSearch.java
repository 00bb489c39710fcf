package dev.goodput.app.search;

import dev.goodput.app.Checks;
import dev.goodput.app.Durations;
import dev.goodput.app.measure.Experimenter.Resumption;
import dev.goodput.app.runs.StoredRuns;
import dev.goodput.lab.search.SearchPlan;
import dev.goodput.lab.search.SearchRecord;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine;

/// A search that is gone on with, read from its run directory.
final class ResumedSearch {
  /// Between the last moment that the log tells of and the first of what comes.
  private static final long APART_NANOS = 1_000_000_000;

  private ResumedSearch() {}

  /// The run of `--resume`, with the options that it was begun with.
  ///
  /// @param parsed what was typed now
  /// @throws dev.goodput.app.AppException.Usage where it is no search, has ended, or something was
  ///   typed that would change it
  /// @throws dev.goodput.record.RecordException where it cannot be read
  static SearchRun of(SearchOptions typed, CommandLine.ParseResult parsed) {
    RunDirectory run = StoredRuns.open(Objects.requireNonNull(typed.effort.resume));
    Manifest manifest = run.manifest();
    Checks.refuse(
        !SearchRecord.isOne(manifest), run.path() + " is no search; only a search can be resumed");
    refuseEnded(run, typed.effort.verify);
    SearchCommand command = new SearchCommand();
    CommandLine line = new CommandLine(command).setExpandAtFiles(false);
    line.registerConverter(Duration.class, new Durations());
    line.parseArgs(TypedOptions.resumed(manifest, parsed).toArray(String[]::new));
    SearchPreparation prepared = SearchPreparation.of(command.options());
    SearchPlan plan = prepared.plan();
    SearchPlan began =
        SearchRecord.plan(manifest, plan.slo(), plan.attainment())
            .allowing(prepared.judgement().maxErrorRate());
    SearchPreparation resumed =
        prepared.with(began.verifying(began.verified() || typed.effort.verify));
    return new SearchRun(resumed, null, Optional.of(resumption(run, resumed.plan())));
  }

  private static void refuseEnded(RunDirectory run, boolean verify) {
    Optional<String> ended = SearchRecord.ended(run.manifest());
    if (ended.isEmpty()) {
      return;
    }
    Checks.refuse(
        !verify,
        "the search in "
            + run.path()
            + " has ended ("
            + ended.get().replace('_', ' ')
            + "), there is nothing to go on with; --verify asks once more at what it claims");
  }

  private static Resumption resumption(RunDirectory run, SearchPlan plan) {
    long last = SearchRecord.lastNanos(run, plan).orElse(0);
    Instant now = Instant.now();
    long gone = Math.max(last + APART_NANOS, sinceOrigin(run.manifest(), now));
    String note =
        "the search was gone on with at %s; what was under way before was asked anew"
            .formatted(now.truncatedTo(ChronoUnit.SECONDS));
    return new Resumption(run, gone, note);
  }

  /// 0 in virtual time.
  private static long sinceOrigin(Manifest manifest, Instant now) {
    try {
      return manifest
          .text("run.origin")
          .map(origin -> Duration.between(Instant.parse(origin), now).toNanos())
          .orElse(0L);
    } catch (DateTimeException | ArithmeticException e) {
      return 0;
    }
  }
}
