package dev.goodput.app.search;

import dev.goodput.app.CommandHelp;
import dev.goodput.app.measure.MeasuringRun;
import dev.goodput.app.run.MeasurementCommand;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `goodput search`: finds the highest load that meets an SLO.
@CommandHelp(
    common = {
      "--url",
      "--model",
      "--workload",
      "--slo",
      "--attainment",
      "--budget",
      "--verify",
      "--resume",
      "--virtual",
      "--out",
      "--json"
    })
@Command(
    name = "search",
    description = {
      "Finds the highest load that still meets an SLO.",
      "The result is an interval: claim its lower bound. One continuous load is steered to the "
          + "point where the SLO is just met, so that short probes cannot claim too much."
    },
    synopsisHeading = "",
    customSynopsis = {
      "goodput search [--url URL] [--slo SLO] [OPTIONS]",
      "goodput search --resume RUN",
      ""
    },
    sortOptions = false,
    footer = {
      "",
      "goodput search --virtual                            a simulated H100, in seconds",
      "goodput search --url http://host:8000 --slo chat",
      "goodput search --url http://host:8000 --slo \"p99 ttft<=1s\" --attainment 0.99"
    })
public final class SearchCommand implements Callable<Integer>, MeasurementCommand {
  @Mixin private SearchOptions options;

  @Spec private CommandSpec spec;

  /// Called by picocli.
  public SearchCommand() {
    this.options = new SearchOptions();
    this.spec = CommandSpec.create();
  }

  /// Checks everything that can be checked before opening a connection, then searches.
  ///
  /// @return the exit code
  @Override
  public Integer call() {
    CommandLine.ParseResult parsed = spec.commandLine().getParseResult();
    return MeasuringRun.call(
        spec,
        options.output,
        () ->
            options.effort.resume == null
                ? SearchRun.begun(SearchPreparation.of(options), parsed)
                : ResumedSearch.of(options, parsed));
  }

  /// Returns the options as typed.
  SearchOptions options() {
    return options;
  }
}
