package dev.goodput.app.search;

import dev.goodput.app.CommandLineReader;
import dev.goodput.findings.search.SearchExperiment;
import dev.goodput.history.RunStore;
import dev.goodput.lab.search.SearchRecord;
import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.metrics.search.SearchPlan;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunKind;
import dev.goodput.record.RunLock;
import dev.goodput.runner.Checks;
import dev.goodput.runner.endpoint.TargetPlan;
import dev.goodput.runner.measure.TargetExperiment.Resumption;
import dev.goodput.runner.report.RunReport;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;

/// A reader of the search to resume, from its run directory.
final class ResumedSearch {
  /// The gap between the last stamp in the log and the first new one, in nanoseconds.
  private static final long APART_NANOS = 1_000_000_000;

  private ResumedSearch() {}

  /// Returns the run of `--resume`, with the options of the original search.
  ///
  /// @param name the directory, name or id of the run
  /// @param verify whether `--verify` was given
  /// @param parsed the command line of this process
  /// @throws dev.goodput.runner.AppException.Usage a run that is not a search or has ended, an
  ///   option that would change the search, or a search with nothing left to verify
  /// @throws dev.goodput.record.RecordException a run that cannot be read
  static SearchRun of(String name, boolean verify, CommandLine.ParseResult parsed) {
    RunDirectory run = RunStore.open(name);
    Checks.refuse(
        !RunKind.SEARCH.describes(run.manifest()),
        run.path() + " is no search; only a search can be resumed");
    // Locked before reading anything that another process may still change, and before any request.
    RunLock lock = run.lock();
    try {
      return of(RunDirectory.open(run.path()), lock, verify, parsed);
    } catch (RuntimeException | Error e) {
      lock.close();
      throw e;
    }
  }

  private static SearchRun of(
      RunDirectory run, RunLock lock, boolean verify, CommandLine.ParseResult parsed) {
    Manifest manifest = run.manifest();
    Optional<String> ended = SearchRecord.ended(manifest);
    ended.ifPresent(word -> refuseEnded(run, word, verify));
    SearchRun prepared = options(manifest, parsed).createRun(null);
    Judgement judgement = prepared.setup().judgement();
    refuseAnother(manifest, prepared.setup().common());
    SearchPlan began =
        SearchRecord.plan(manifest, prepared.plan().slo(), prepared.plan().attainment())
            .allowing(judgement.maxErrorRate());
    if (ended.isPresent()) {
      refuseVerified(run, judgement);
    }
    SearchPlan plan = began.verifying(began.verified() || verify);
    String remark =
        ended.isPresent()
            ? "its claim is verified by one load more, on top of what the search was allowed"
            : "";
    return new SearchRun(
        prepared.setup(),
        plan,
        null,
        Optional.of(resumption(run, plan)),
        Optional.of(lock),
        remark);
  }

  /// Returns the original options together with those that may be typed again.
  private static SearchCommand options(Manifest manifest, CommandLine.ParseResult parsed) {
    SearchCommand command = new SearchCommand();
    CommandLineReader.of(command)
        .parseArgs(TypedOptions.resumed(manifest, parsed).toArray(String[]::new));
    return command;
  }

  private static void refuseEnded(RunDirectory run, String ended, boolean verify) {
    Checks.refuse(
        !verify,
        "the search in "
            + run.path()
            + " has ended ("
            + ended.replace('_', ' ')
            + "), so there is nothing to resume; --verify sends the claimed load once more");
  }

  private static void refuseVerified(RunDirectory run, Judgement judgement) {
    RunReport report = RunReport.of(run, judgement, List.of());
    if (report.input().experiment() instanceof SearchExperiment search) {
      search
          .nothingToVerify()
          .ifPresent(why -> Checks.refuse(true, "the search in " + run.path() + " " + why));
    }
  }

  /// Checked before any request is sent. What only the server reports is checked after connecting.
  private static void refuseAnother(Manifest manifest, TargetPlan common) {
    String before = kind(manifest.text("target.url").orElse(""), manifest);
    Checks.refuse(
        !before.isEmpty() && !before.equals(common.kind()),
        "the search used " + before + ", and with these options it would use " + common.kind());
    String workload = manifest.text("run.workload").orElse("");
    String now = common.workload().name();
    Checks.refuse(
        !workload.isEmpty() && !workload.equals(now),
        "the search used " + workload + ", and with these options it would use " + now);
  }

  private static String kind(String url, Manifest manifest) {
    if (url.isEmpty()) {
      return "";
    }
    boolean simulated = manifest.text("target.profile").isPresent();
    return TargetPlan.kind(simulated, url.startsWith("virtual:"));
  }

  private static Resumption resumption(RunDirectory run, SearchPlan plan) {
    long last = SearchRecord.lastNanos(run, plan).orElse(0);
    Instant now = Instant.now();
    long gone = Math.max(last + APART_NANOS, sinceOrigin(run.manifest(), now));
    String note =
        "the search was resumed at %s; requests that were under way before were sent again"
            .formatted(now.truncatedTo(ChronoUnit.SECONDS));
    return new Resumption(run, gone, note);
  }

  /// Returns the time since the run's origin, in nanoseconds, or 0 in virtual time.
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
