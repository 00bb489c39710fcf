package dev.goodput.app.compare;

import static dev.goodput.runner.Checks.refuse;

import dev.goodput.app.NextCommandRole;
import dev.goodput.app.run.FailureReports;
import dev.goodput.app.run.JudgeOptions;
import dev.goodput.findings.stored.Aspect;
import dev.goodput.findings.stored.ComparedRun;
import dev.goodput.findings.stored.StoredComparison;
import dev.goodput.findings.stored.StoredComparisonDocument;
import dev.goodput.findings.stored.StoredComparisonSummary;
import dev.goodput.findings.stored.StoredComparisonText;
import dev.goodput.findings.stored.Tradeoff;
import dev.goodput.findings.stored.TradeoffChange;
import dev.goodput.history.RunStore;
import dev.goodput.metrics.comparison.GateVerdict;
import dev.goodput.record.words.Quantities;
import dev.goodput.report.ReportFile;
import dev.goodput.report.ci.JunitXml;
import dev.goodput.report.ci.MarkdownSummary;
import dev.goodput.report.model.Form;
import dev.goodput.report.model.Summary;
import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.runner.AppException;
import dev.goodput.runner.ExitCode;
import dev.goodput.runner.directory.FileChecks;
import dev.goodput.runner.directory.Output;
import dev.goodput.runner.directory.OutputFiles;
import dev.goodput.runner.report.Screen;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/// Limits on the quality and the cost of a stored run, compared with another one.
final class TradeoffGate {
  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--max-quality-loss",
      paramLabel = "POINTS",
      description =
          "percentage points by which the score of the stored candidate may be lower, such as 1pt")
  @Nullable String quality;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--max-cost-increase",
      paramLabel = "SHARE",
      description = "how much more the stored candidate may cost, such as 5%%")
  @Nullable String cost;

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "write the comparison page of both runs to FILE")
  @Nullable Path html;

  /// Returns whether there is a limit.
  boolean named() {
    return quality != null || cost != null;
  }

  private Map<Aspect, Double> limits() {
    Map<Aspect, Double> limits = new EnumMap<>(Aspect.class);
    if (quality != null) {
      limits.put(Aspect.QUALITY, GateRuleOptions.points("--max-quality-loss", quality));
    }
    if (cost != null) {
      limits.put(Aspect.COST, percentage("--max-cost-increase", cost));
    }
    return limits;
  }

  private static double percentage(String option, String text) {
    try {
      return Quantities.percentage(text);
    } catch (IllegalArgumentException e) {
      throw new AppException.Usage(option + " must be like 5%, found \"" + text + "\"");
    }
  }

  /// Judges the candidate by the limits, prints the trade-off, and writes the files for CI jobs,
  /// also if there is no verdict.
  ///
  /// @param runs the baseline and the candidate
  ExitCode judge(
      RunStore store, List<String> runs, JudgeOptions judge, Output output, CommandLine line) {
    FileChecks.writable("--html", html);
    output.check();
    FailureReports failures = new FailureReports(output, line);
    return failures.unlessFailed(
        () -> {
          StoredComparison comparison = compare(store, runs, judge);
          ExitCode exit = exit(comparison);
          failures.resultFollows();
          write(output.jobFiles(), comparison, exit);
          show(comparison, output, line.getOut());
          return exit;
        },
        Runnable::run);
  }

  private StoredComparison compare(RunStore store, List<String> runs, JudgeOptions judge) {
    Map<Aspect, Double> limits = limits();
    Set<Aspect> by = EnumSet.of(Aspect.SPEED, limits.keySet().toArray(Aspect[]::new));
    refuse(
        store
                .withoutCopies(runs.stream().flatMap(each -> store.resolve(each).stream()).toList())
                .size()
            < 2,
        "gate needs two runs, but --baseline and --candidate name the same run, or a copy of it");
    StoredComparison comparison =
        new StoredRunComparison(store, judge, List.of()).of(runs, by, limits);
    refuse(
        comparison.runs().size() != 2,
        "--max-quality-loss and --max-cost-increase compare two runs: name one with --baseline and"
            + " one with --candidate");
    List<Tradeoff> tradeoffs = comparison.tradeoffs();
    refuse(tradeoffs.isEmpty(), "the two runs have no load in common, so nothing can be compared");
    for (Tradeoff each : tradeoffs) {
      for (Aspect aspect : limits.keySet()) {
        refuse(
            !comparison.clientBound() && !each.changes().isEmpty() && !each.compares(aspect),
            String.join("; ", each.missing()));
      }
    }
    return comparison;
  }

  private static void write(OutputFiles files, StoredComparison comparison, ExitCode exit) {
    Summary summary = StoredComparisonSummary.of(comparison, exit != ExitCode.GOOD);
    files
        .paths()
        .forEach((form, file) -> {
          try {
            ReportFile.write(
                file,
                form == Form.JUNIT ? JunitXml.xml(summary) : MarkdownSummary.markdown(summary));
          } catch (UncheckedIOException e) {
            throw new AppException.Machine("cannot write " + file + ": " + e.getMessage(), e);
          }
        });
  }

  private void show(StoredComparison comparison, Output output, PrintWriter out) {
    if (output.json()) {
      out.println(StoredComparisonDocument.json(comparison));
    } else if (!output.quiet()) {
      try (TerminalScreen terminal = Screen.terminal()) {
        out.print(StoredComparisonText.of(comparison, terminal.columns()));
      }
    }
    out.flush();
    SideBySide.writePage(html, comparison, output.json() || output.quiet(), out);
  }

  /// Returns the exit code of the verdict if every aspect with a limit was compared; otherwise that
  /// of a candidate that failed on its own, or the code for no evidence.
  private static ExitCode exit(StoredComparison comparison) {
    List<Tradeoff> tradeoffs = comparison.tradeoffs();
    ComparedRun candidate = comparison.runs().getLast();
    boolean compared =
        tradeoffs.stream()
            .allMatch(each -> comparison.limits().keySet().stream().allMatch(each::compares));
    if (!compared) {
      return candidate.failed()
          ? ExitCode.of(candidate.report().conclusion())
          : ExitCode.INCONCLUSIVE;
    }
    List<GateVerdict> verdicts =
        tradeoffs.stream()
            .flatMap(each -> each.changes().stream())
            .map(TradeoffChange::verdict)
            .filter(each -> each != null)
            .toList();
    if (verdicts.contains(GateVerdict.REGRESSED)) {
      return ExitCode.REGRESSED;
    }
    return verdicts.contains(GateVerdict.INCONCLUSIVE) ? ExitCode.INCONCLUSIVE : ExitCode.GOOD;
  }
}
