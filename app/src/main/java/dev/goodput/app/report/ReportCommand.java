package dev.goodput.app.report;

import dev.goodput.app.ExitCode;
import dev.goodput.app.NextCommandRole;
import dev.goodput.app.run.Comparisons;
import dev.goodput.app.run.FileChecks;
import dev.goodput.app.run.JudgeOptions;
import dev.goodput.app.run.Judgement;
import dev.goodput.app.run.OutputFiles;
import dev.goodput.app.run.RunReport;
import dev.goodput.app.run.Screen;
import dev.goodput.app.runs.StoredRuns;
import dev.goodput.history.SlicedRun;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunKind;
import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.report.words.SafeText;
import java.nio.file.Path;
import java.util.List;
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
@Command(
    name = "report",
    description = {
      "Computes every figure of a stored run again.",
      "It also reads runs that were killed, and writes any of the formats below. Slices of one "
          + "load (bench --shard) become the run that one machine would have measured.",
      "The exit code is the run's if --slo or --max-error-rate is given, the gate's if the run "
          + "is a gate, and 0 otherwise."
    },
    synopsisHeading = "",
    customSynopsis = {"goodput report RUN [OPTIONS]", "goodput report SLICE SLICE… [OPTIONS]", ""},
    sortOptions = false,
    footer = {"", "goodput report runs/20261121-021405-azure-conv --slo \"p99 ttft<=500ms\""})
public final class ReportCommand implements Callable<Integer> {
  @Parameters(
      index = "0..*",
      arity = "1..*",
      paramLabel = "RUN",
      description = "a run's directory, name or id; of several, the slices of one load")
  private List<String> runs = List.of();

  @ArgGroup(validate = false, order = 1, heading = "%nWhat is written%n")
  private Formats formats = new Formats();

  @ArgGroup(validate = false, order = 2, heading = "%nJudged anew%n")
  private JudgeOptions judge = new JudgeOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  /// The options for the files to write.
  static final class Formats {
    @NextCommandRole(NextCommandRole.Into.NONE)
    @Option(names = "--json", description = "the result document on standard output")
    boolean json;

    @NextCommandRole(NextCommandRole.Into.NONE)
    @Option(names = "--quiet", description = "nothing on the terminal")
    boolean quiet;

    @NextCommandRole(NextCommandRole.Into.NONE)
    @Option(names = "--html", paramLabel = "FILE", description = "the page")
    @Nullable Path html;

    @NextCommandRole(NextCommandRole.Into.NONE)
    @Option(names = "--result", paramLabel = "FILE", description = "the result document")
    @Nullable Path result;

    @NextCommandRole(NextCommandRole.Into.NONE)
    @Option(names = "--csv", paramLabel = "FILE", description = "one row per attempt")
    @Nullable Path csv;

    @NextCommandRole(NextCommandRole.Into.NONE)
    @Option(names = "--jsonl", paramLabel = "FILE", description = "one object per attempt")
    @Nullable Path jsonl;

    @NextCommandRole(NextCommandRole.Into.NONE)
    @Option(names = "--junit", paramLabel = "FILE", description = "JUnit XML")
    @Nullable Path junit;

    @NextCommandRole(NextCommandRole.Into.NONE)
    @Option(names = "--summary-md", paramLabel = "FILE", description = "Markdown summary")
    @Nullable Path summaryMd;

    @NextCommandRole(NextCommandRole.Into.NONE)
    @Option(
        names = "--redact",
        description = "replace addresses, host names and local paths, so that you can share it")
    boolean redact;

    void check() {
      FileChecks.writable("--html", html);
      FileChecks.writable("--result", result);
      FileChecks.writable("--csv", csv);
      FileChecks.writable("--jsonl", jsonl);
      FileChecks.writable("--junit", junit);
      FileChecks.writable("--summary-md", summaryMd);
    }

    OutputFiles files() {
      return new OutputFiles(result, csv, jsonl, html, junit, summaryMd);
    }
  }

  @Override
  public Integer call() {
    formats.check();
    List<RunDirectory> directories = runs.stream().map(StoredRuns::open).toList();
    Manifest manifest = directories.getFirst().manifest();
    Judgement judgement = judge.over(Judgement.of(manifest), Judgement.streamed(manifest));
    CommandLine line = spec.commandLine();
    RunReport whole = report(directories, judgement);
    RunReport report = formats.redact ? whole.redacted(directories) : whole;
    try (TerminalScreen terminal = Screen.terminal()) {
      Screen screen = Screen.of(line.getOut(), line.getErr(), terminal);
      report.requireWritten(
          report.write(
              formats.files(),
              told -> screen.show(told, formats.html, formats.json, formats.quiet)));
    }
    boolean bound =
        judge.bounds() || Comparisons.isGate(manifest) || RunKind.HOP.describes(manifest);
    ExitCode exit = bound ? report.exit() : ExitCode.GOOD;
    if (formats.quiet && exit != ExitCode.GOOD) {
      report
          .complaint()
          .ifPresent(complaint -> line.getErr().println("goodput: " + SafeText.text(complaint)));
    }
    return exit.code();
  }

  private static RunReport report(List<RunDirectory> directories, Judgement judgement) {
    RunDirectory first = directories.getFirst();
    if (directories.size() == 1) {
      return RunReport.of(first, judgement, List.of());
    }
    Path home = first.path().toAbsolutePath().normalize().getParent();
    return RunReport.of(SlicedRun.of(directories), home == null ? first.path() : home, judgement);
  }
}
