package dev.goodput.app.runs;

import dev.goodput.app.NextCommandRole;
import dev.goodput.app.trend.TrendCommand;
import dev.goodput.findings.runs.ListedRun;
import dev.goodput.findings.runs.RunList;
import dev.goodput.findings.runs.RunsJson;
import dev.goodput.findings.runs.RunsText;
import dev.goodput.history.RunListing;
import dev.goodput.history.RunStore;
import dev.goodput.history.StoredRun;
import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.runner.AppException;
import dev.goodput.runner.report.Screen;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `goodput runs`: lists the stored runs.
@Command(
    name = "runs",
    description = {
      "Lists the stored runs, newest first.",
      "The figures come from each run's result.json. A run with several load levels shows its "
          + "best level. Directories that are not runs are named below the list."
    },
    synopsisHeading = "",
    customSynopsis = {
      "goodput runs [OPTIONS]",
      "goodput runs trend [OPTIONS]",
      "goodput runs name RUN NAME",
      ""
    },
    sortOptions = false,
    footer = {
      "",
      "A RUN is the directory, the name or the id of a run.",
      "goodput runs --last 20 --workload azure-conv",
      "goodput runs trend --metric ttft_p95",
      "goodput runs name runs/20261121-021405-azure-conv before-upgrade"
    },
    commandListHeading = "%n",
    subcommands = {TrendCommand.class, RunsNameCommand.class})
public final class RunsCommand implements Callable<Integer> {
  @Mixin private RootOption root = new RootOption();

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--workload",
      paramLabel = "TEXT",
      description = "list only runs whose workload name contains TEXT")
  private @Nullable String workload;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--model",
      paramLabel = "TEXT",
      description = "list only runs whose model name contains TEXT")
  private @Nullable String model;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--last", paramLabel = "N", description = "list only the newest N runs")
  private @Nullable Integer last;

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(names = "--json", description = "print the result as JSON")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    if (last != null && last < 1) {
      throw new AppException.Usage("--last must be 1 or more, found " + last);
    }
    RunStore store = root.store();
    RunListing listing = store.list();
    List<StoredRun> wanted =
        listing.runs().stream()
            .filter(run -> has(run, "run.workload", workload))
            .filter(run -> has(run, "target.model", model))
            .toList();
    List<ListedRun> shown =
        wanted.stream().limit(last == null ? Long.MAX_VALUE : last).map(ListedRun::of).toList();
    RunList list = new RunList(store.root(), shown, listing.runs().size(), listing.notRuns());
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.print(RunsJson.of(list));
    } else {
      try (TerminalScreen terminal = Screen.terminal()) {
        out.print(RunsText.of(list, terminal.columns()));
      }
    }
    out.flush();
    return 0;
  }

  private static boolean has(StoredRun run, String key, @Nullable String part) {
    return part == null
        || run.fact(key)
            .filter(value -> value.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT)))
            .isPresent();
  }
}
