package dev.goodput.app.compare;

import static dev.goodput.runner.Checks.refuse;

import dev.goodput.app.CommandHelp;
import dev.goodput.app.NextCommandRole;
import dev.goodput.app.measure.MeasuringRun;
import dev.goodput.app.run.JudgeOptions;
import dev.goodput.app.run.MeasurementCommand;
import dev.goodput.app.runs.RootOption;
import dev.goodput.findings.comparison.ComparisonInput.Question;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `goodput compare`: two servers by pairs of runs, or stored runs side by side.
@CommandHelp(
    common = {
      "--a",
      "--b",
      "--pairs",
      "--rate",
      "--concurrency",
      "--workload",
      "--aa",
      "--html",
      "--json"
    },
    refused = {"--url", "--profile"})
@Command(
    name = "compare",
    description = {
      "Compares two servers, or stored runs side by side.",
      "Both servers get the same requests in turns (A B B A), and every pair has new requests. For"
          + " stored runs it reports which of them cannot be compared, the differences, and speed"
          + " per user against throughput."
    },
    synopsisHeading = "",
    customSynopsis = {
      "goodput compare --a URL --b URL [--pairs K] [OPTIONS]",
      "goodput compare --a URL --aa [OPTIONS]     A/A test: the noise of your setup",
      "goodput compare RUN RUN… [--by quality,cost,speed,energy] [--html FILE] [--json]",
      ""
    },
    sortOptions = false,
    footer = {
      "",
      "goodput compare --a http://old:8000 --b http://new:8000 --rate 8 --duration 60s",
      "goodput compare --virtual --profile-a h100/llama-3.1-8b \\",
      "  --profile-b a100/llama-3.1-8b",
      "goodput compare before-upgrade runs/20261121-021405-azure-conv --html c.html"
    })
public final class CompareCommand implements Callable<Integer>, MeasurementCommand {
  private static final Set<String> ONLY_OF_STORED = Set.of("--root", "--html", "--gpus", "--by");
  private static final Set<String> OF_STORED =
      Set.of("--root", "--html", "--gpus", "--by", "--json");

  @Mixin private CompareOptions options = new CompareOptions();

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--aa", description = "A/A test with A on both sides: the noise of your setup")
  private boolean same;

  @Parameters(
      index = "0..*",
      arity = "0..*",
      paramLabel = "RUN",
      description = "directory, name or id of a run; a baseline's name for all of its runs")
  private List<String> runs = List.of();

  @Mixin private RootOption root = new RootOption();

  @ArgGroup(validate = false, order = 10, heading = "%nStored runs%n")
  private SideBySide stored = new SideBySide();

  @Spec private CommandSpec spec = CommandSpec.create();

  /// Made by picocli.
  public CompareCommand() {}

  /// Checks all that can be checked before anything is opened, then compares.
  ///
  /// @return the exit code
  @Override
  public Integer call() {
    TypedOptionNames typed = TypedOptionNames.of(spec);
    if (!runs.isEmpty()) {
      typed.requireOnly(
          OF_STORED,
          List.of(new JudgeOptions()),
          "RUN names stored runs, and stored runs send no requests");
      stored.show(
          root.store(),
          options.judge,
          runs,
          options.output.read().json(),
          spec.commandLine().getOut());
      return 0;
    }
    refuse(
        typed.names().isEmpty(),
        "what is compared? two servers: --a URL --b URL; or stored runs: goodput compare RUN RUN"
            + " (goodput runs lists them)");
    typed.requireNone(
        ONLY_OF_STORED,
        "stored runs are named by RUN RUN…, and without them the command measures servers");
    return MeasuringRun.call(
        spec,
        options.output.read(),
        () -> options.paired("compare", same ? Question.SAME : Question.COMPARE));
  }
}
