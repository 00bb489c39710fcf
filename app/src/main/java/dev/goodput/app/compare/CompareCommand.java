package dev.goodput.app.compare;

import dev.goodput.app.AppException;
import dev.goodput.app.VersionProvider;
import dev.goodput.app.run.FileChecks;
import dev.goodput.app.run.JudgeOptions;
import dev.goodput.app.run.Screen;
import dev.goodput.app.runs.RootOption;
import dev.goodput.report.page.ComparisonPage;
import dev.goodput.report.stored.ComparisonDocument;
import dev.goodput.report.stored.ComparisonText;
import dev.goodput.report.stored.StoredComparison;
import dev.goodput.report.terminal.TerminalScreen;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `goodput compare RUN RUN…`: stored runs side by side.
@Command(
    name = "compare",
    description = {
      "Holds stored runs against the first of them.",
      "Says first which cannot be compared, and what may not be claimed; then what differs,",
      "the figures of each load with their ratios, and the frontier of speed per user",
      "against throughput. Computes every figure anew; asks no server."
    },
    synopsisHeading = "",
    customSynopsis = {"goodput compare RUN RUN… [OPTIONS]", ""},
    sortOptions = false,
    footer = {
      "",
      "A RUN is a directory, a name, an id, or the name of a baseline for all of its runs.",
      "goodput compare before-upgrade runs/20261121-021405-azure-conv --html compare.html"
    })
public final class CompareCommand implements Callable<Integer> {
  @Mixin private RootOption root = new RootOption();

  @Parameters(
      index = "0..*",
      arity = "1..*",
      paramLabel = "RUN",
      description = "directory, name or id of a run, or the name of a baseline")
  private List<String> runs = List.of();

  @ArgGroup(validate = false, order = 1, heading = "%nWhat is written%n")
  private Written written = new Written();

  @ArgGroup(validate = false, order = 2, heading = "%nJudged anew%n")
  private JudgeOptions judge = new JudgeOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  /// The forms of the comparison.
  static final class Written {
    @Option(names = "--json", description = "one JSON object on standard output")
    boolean json;

    @Option(names = "--html", paramLabel = "FILE", description = "the page")
    @Nullable Path html;

    @Option(
        names = "--gpus",
        paramLabel = "N,…",
        split = ",",
        description = "GPUs of each run's server, for throughput per GPU; one number for all")
    List<Integer> gpus = List.of();
  }

  @Override
  public Integer call() {
    FileChecks.writable("--html", written.html);
    if (written.gpus.stream().anyMatch(gpus -> gpus < 1)) {
      throw new AppException.Usage("--gpus must be 1 or more, found " + written.gpus);
    }
    StoredComparison comparison =
        new StoredRunsCompared(root.store(), judge, written.gpus).of(runs);
    show(comparison);
    page(comparison);
    return 0;
  }

  private void show(StoredComparison comparison) {
    PrintWriter out = spec.commandLine().getOut();
    if (written.json) {
      out.println(ComparisonDocument.json(comparison));
    } else {
      try (TerminalScreen terminal = Screen.terminal()) {
        out.print(ComparisonText.of(comparison, terminal.columns()));
      }
    }
    out.flush();
  }

  private void page(StoredComparison comparison) {
    Path file = written.html;
    if (file == null) {
      return;
    }
    try {
      ComparisonPage.write(comparison, "goodput " + VersionProvider.version(), file);
    } catch (UncheckedIOException e) {
      throw new AppException.Machine("cannot write " + file + ": " + e.getMessage());
    }
    if (!written.json) {
      spec.commandLine().getOut().println(System.lineSeparator() + " page  " + file);
      spec.commandLine().getOut().flush();
    }
  }
}
