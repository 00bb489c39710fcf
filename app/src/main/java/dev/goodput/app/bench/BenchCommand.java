package dev.goodput.app.bench;

import dev.goodput.app.Checks;
import dev.goodput.app.CommandHelp;
import dev.goodput.app.measure.ExperimentCommand;
import dev.goodput.app.measure.MeasuringRun;
import dev.goodput.app.run.MeasurementCommand;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `goodput bench`: measures a server, or the embedded engine.
@CommandHelp(
    common = {
      "--url",
      "--model",
      "--workload",
      "--rate",
      "--concurrency",
      "--duration",
      "--requests",
      "--slo",
      "--repeats",
      "--virtual",
      "--out",
      "--json"
    })
@Command(
    name = "bench",
    description = {
      "Measures an LLM server under load.",
      "Without --url it measures the embedded simulated engine. With --url alone it sends one "
          + "request at a time for 30 s."
    },
    synopsisHeading = "",
    customSynopsis = {"goodput bench [--url URL] [OPTIONS]", ""},
    sortOptions = false,
    footer = {
      "",
      "goodput bench --url http://host:8000 --rate 8 --slo chat --duration 120s",
      "goodput bench --url http://host:8000 --concurrency 1,4,16,64",
      "goodput bench --url http://host:8000 --workload chats.jsonl --requests 500"
    })
public final class BenchCommand implements Callable<Integer>, MeasurementCommand {
  @Mixin private BenchOptions options;

  @Spec private CommandSpec spec;

  /// Made by picocli.
  public BenchCommand() {
    this.options = new BenchOptions();
    this.spec = CommandSpec.create();
  }

  /// Checks all that can be checked before anything is opened, then runs.
  ///
  /// @return the exit code
  @Override
  public Integer call() {
    return MeasuringRun.call(spec, options.output, this::prepare);
  }

  private ExperimentCommand prepare() {
    CommandLine line = spec.commandLine();
    for (String list : List.of("--rate", "--concurrency")) {
      boolean named = line.getParseResult().hasMatchedOption(list);
      boolean empty = spec.findOption(list).<List<?>>getValue().isEmpty();
      Checks.refuse(named && empty, list + " needs a number");
    }
    return new BenchRun(BenchPreparation.of(options));
  }
}
