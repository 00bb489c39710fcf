package dev.goodput.app.report;

import dev.goodput.app.CommandHelp;
import dev.goodput.app.NextCommandRole;
import dev.goodput.app.run.JudgeOptions;
import dev.goodput.findings.profile.ProfileReport;
import dev.goodput.history.RunStore;
import dev.goodput.history.SlicedRun;
import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.observe.profile.ProfileReader;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunKind;
import dev.goodput.report.model.Form;
import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.report.words.SafeText;
import dev.goodput.runner.AppException;
import dev.goodput.runner.ExitCode;
import dev.goodput.runner.directory.OutputFiles;
import dev.goodput.runner.report.Comparisons;
import dev.goodput.runner.report.Prices;
import dev.goodput.runner.report.RollupPlace;
import dev.goodput.runner.report.RunReport;
import dev.goodput.runner.report.Screen;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `goodput report RUN`: computes every figure of a stored run again.
@CommandHelp(
    common = {
      "--json",
      "--html",
      "--result",
      "--csv",
      "--jsonl",
      "--junit",
      "--summary-md",
      "--redact",
      "--slo"
    })
@Command(
    name = "report",
    description = {
      "Computes every figure of a stored run again.",
      "It also reads runs that were killed, and writes any of the formats below. Slices of one load"
          + " (bench --shard) become the run that one machine would have measured. A file of"
          + " roll-ups (sums per minute of many gateways, from goodput-fleet export), a topic of"
          + " them in Kafka or a goodput-fleet live becomes their common result.",
      "With --slo or --max-error-rate the exit code is that of the run, and for a gate that of "
          + "the gate. Otherwise it is 0, unless slices are missing."
    },
    synopsisHeading = "",
    customSynopsis = {
      "goodput report RUN [OPTIONS]",
      "goodput report SLICE SLICE… [OPTIONS]",
      "goodput report ROLLUPS.jsonl [OPTIONS]",
      "goodput report kafka://BROKER:9092/TOPIC [OPTIONS]",
      "goodput report fleet://HOST:9400 [OPTIONS]",
      ""
    },
    sortOptions = false,
    footer = {"", "goodput report runs/20261121-021405-azure-conv --slo \"p99 ttft<=500ms\""})
public final class ReportCommand implements Callable<Integer> {
  @Parameters(
      index = "0..*",
      arity = "1..*",
      paramLabel = "RUN",
      description =
          "directory, name or id of a run, directory of a fleet bench, or a place of roll-ups; "
              + "several runs are slices of one load")
  private List<String> runs = List.of();

  @ArgGroup(validate = false, order = 1, heading = "%nOutput%n")
  private Formats formats = new Formats();

  @ArgGroup(validate = false, order = 2, heading = "%nSLO and measurement window%n")
  private JudgeOptions judge = new JudgeOptions();

  @ArgGroup(validate = false, order = 3, heading = "%nRoll-ups of many gateways%n")
  private RollupOptions rollups = new RollupOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  /// The options for the files to write.
  static final class Formats {
    @NextCommandRole(NextCommandRole.Into.NONE)
    @Option(names = "--json", description = "print the result document")
    boolean json;

    @NextCommandRole(NextCommandRole.Into.NONE)
    @Option(names = "--quiet", description = "print nothing to the terminal")
    boolean quiet;

    @NextCommandRole(NextCommandRole.Into.NONE)
    @Option(names = "--html", paramLabel = "FILE", description = "write the report page to FILE")
    @Nullable Path html;

    @NextCommandRole(NextCommandRole.Into.NONE)
    @Option(
        names = "--result",
        paramLabel = "FILE",
        description = "write the result document to FILE")
    @Nullable Path result;

    @NextCommandRole(NextCommandRole.Into.NONE)
    @Option(names = "--csv", paramLabel = "FILE", description = "write one row per attempt to FILE")
    @Nullable Path csv;

    @NextCommandRole(NextCommandRole.Into.NONE)
    @Option(
        names = "--jsonl",
        paramLabel = "FILE",
        description = "write one JSON object per attempt to FILE")
    @Nullable Path jsonl;

    @NextCommandRole(NextCommandRole.Into.NONE)
    @Option(names = "--junit", paramLabel = "FILE", description = "write JUnit XML to FILE")
    @Nullable Path junit;

    @NextCommandRole(NextCommandRole.Into.NONE)
    @Option(
        names = "--summary-md",
        paramLabel = "FILE",
        description = "write a Markdown summary to FILE")
    @Nullable Path summaryMd;

    @NextCommandRole(NextCommandRole.Into.NONE)
    @Option(
        names = "--redact",
        description =
            "replace addresses, host names and local paths, so that you can share the " + "report")
    boolean redact;

    @NextCommandRole(NextCommandRole.Into.NONE)
    @Option(
        names = "--profile",
        paramLabel = "FILE",
        description = "add what a profiler file of the engine shows (see goodput profile)")
    List<Path> profiles = List.of();

    OutputFiles files() {
      return OutputFiles.NONE
          .with(Form.DOCUMENT, result)
          .with(Form.PAGE, html)
          .with(Form.CSV, csv)
          .with(Form.JSONL, jsonl)
          .with(Form.JUNIT, junit)
          .with(Form.SUMMARY, summaryMd);
    }
  }

  @Override
  public Integer call() {
    formats.files().check();
    Optional<RollupPlace> place = RollupPlace.of(runs);
    if (place.isPresent()) {
      return rollups(place.get());
    }
    rollups.refuse(runs.getFirst());
    List<RunDirectory> below =
        runs.size() == 1 ? SlicedRun.below(Path.of(runs.getFirst())) : List.of();
    List<RunDirectory> directories =
        below.isEmpty() ? runs.stream().map(RunStore::open).toList() : below;
    Manifest manifest = directories.getFirst().manifest();
    Judgement judgement =
        Prices.priced(judge.over(Judgement.of(manifest), Judgement.streamed(manifest)), manifest);
    CommandLine line = spec.commandLine();
    Optional<SlicedRun> slices =
        directories.size() == 1 && below.isEmpty()
            ? Optional.empty()
            : Optional.of(SlicedRun.of(directories));
    List<String> notes = formats.profiles.stream().map(ReportCommand::profiled).toList();
    RunReport whole = report(directories.getFirst(), slices, judgement).withNotes(notes);
    RunReport report = formats.redact ? whole.redacted(directories) : whole;
    show(report);
    boolean bound =
        judge.setsBound() || Comparisons.isGate(manifest) || RunKind.HOP.describes(manifest);
    ExitCode exit = bound ? report.exit() : ExitCode.GOOD;
    List<String> missing = slices.map(SlicedRun::missing).orElse(List.of());
    if (exit == ExitCode.GOOD && !missing.isEmpty()) {
      line.getErr().println("goodput: inconclusive without slice " + String.join(", ", missing));
      return ExitCode.INCONCLUSIVE.code();
    }
    if (formats.quiet && exit != ExitCode.GOOD) {
      report
          .exitReason()
          .ifPresent(complaint -> line.getErr().println("goodput: " + SafeText.text(complaint)));
    }
    return exit.code();
  }

  private static String profiled(Path file) {
    return ProfileReport.of(file, ProfileReader.read(file)).note();
  }

  private void show(RunReport report) {
    CommandLine line = spec.commandLine();
    try (TerminalScreen terminal = Screen.terminal()) {
      Screen screen = Screen.of(line.getOut(), line.getErr(), terminal);
      report.requireWritten(
          report.write(
              formats.files(),
              shown -> screen.show(shown, formats.html, formats.json, formats.quiet)));
    }
  }

  private int rollups(RollupPlace place) {
    if (formats.csv != null || formats.jsonl != null) {
      throw new AppException.Usage(
          "--csv and --jsonl need single requests; %s holds roll-ups".formatted(place));
    }
    if (formats.redact) {
      throw new AppException.Usage(
          "--redact is for runs; roll-ups hold names of tenants, models and routes only: leave out"
              + " --tenant, --model and --route");
    }
    judge.refuseForRollups(place);
    RunReport report = rollups.read().report(place, judge.over(Judgement.DEFAULT, true));
    show(report);
    return (judge.setsBound() ? report.exit() : ExitCode.GOOD).code();
  }

  private static RunReport report(
      RunDirectory first, Optional<SlicedRun> slices, Judgement judgement) {
    Path parent = first.path().toAbsolutePath().normalize().getParent();
    return slices
        .map(run -> RunReport.of(run, parent == null ? first.path() : parent, judgement, List.of()))
        .orElseGet(() -> RunReport.of(first, judgement, List.of()));
  }
}
