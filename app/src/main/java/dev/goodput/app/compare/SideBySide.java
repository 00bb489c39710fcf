package dev.goodput.app.compare;

import static dev.goodput.runner.Checks.oneOf;

import dev.goodput.app.NextCommandRole;
import dev.goodput.app.run.JudgeOptions;
import dev.goodput.findings.stored.Aspect;
import dev.goodput.findings.stored.StoredComparison;
import dev.goodput.findings.stored.StoredComparisonDocument;
import dev.goodput.findings.stored.StoredComparisonPage;
import dev.goodput.findings.stored.StoredComparisonText;
import dev.goodput.history.RunStore;
import dev.goodput.report.ReportFile;
import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.runner.AppException;
import dev.goodput.runner.Version;
import dev.goodput.runner.directory.FileChecks;
import dev.goodput.runner.report.Screen;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Stored runs side by side.
final class SideBySide {
  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(names = "--html", paramLabel = "FILE", description = "write the comparison page to FILE")
  @Nullable Path html;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--gpus",
      paramLabel = "N,…",
      split = ",",
      description = "GPUs of each run's server, for throughput per GPU; one number for all runs")
  List<Integer> gpus = List.of();

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--by",
      paramLabel = "ASPECT,…",
      split = ",",
      description =
          "judge the trade-off by quality, cost, speed and energy, with intervals where tasks or "
              + "repeats give them")
  List<String> by = List.of();

  private Set<Aspect> aspects() {
    List<String> known = Arrays.stream(Aspect.values()).map(Aspect::key).toList();
    Set<Aspect> aspects = EnumSet.noneOf(Aspect.class);
    for (String word : by) {
      oneOf("--by", word.strip(), known);
      Aspect.of(word.strip()).ifPresent(aspects::add);
    }
    return aspects;
  }

  /// Computes and shows them.
  ///
  /// @param json whether the document is wanted instead of the text
  void show(RunStore store, JudgeOptions judge, List<String> runs, boolean json, PrintWriter out) {
    check();
    StoredComparison comparison =
        new StoredRunComparison(store, judge, gpus).of(runs, aspects(), Map.of());
    if (json) {
      out.println(StoredComparisonDocument.json(comparison));
    } else {
      try (TerminalScreen terminal = Screen.terminal()) {
        out.print(StoredComparisonText.of(comparison, terminal.columns()));
      }
    }
    out.flush();
    writePage(html, comparison, json, out);
  }

  private void check() {
    FileChecks.writable("--html", html);
    if (gpus.stream().anyMatch(each -> each < 1)) {
      throw new AppException.Usage("--gpus must be 1 or more, found " + gpus);
    }
  }

  /// Writes the page of a comparison and names it.
  ///
  /// @param file null for no page
  /// @param json whether the document was printed, so that nothing may follow it
  /// @throws AppException.Machine if it cannot be written
  static void writePage(
      @Nullable Path file, StoredComparison comparison, boolean json, PrintWriter out) {
    if (file == null) {
      return;
    }
    try {
      ReportFile.write(file, StoredComparisonPage.html(comparison, "goodput " + Version.version()));
    } catch (UncheckedIOException e) {
      throw new AppException.Machine("cannot write " + file + ": " + e.getMessage());
    }
    if (!json) {
      out.println(System.lineSeparator() + " page  " + file);
      out.flush();
    }
  }
}
