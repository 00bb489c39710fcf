package dev.goodput.app.hop;

import dev.goodput.app.CommandHelp;
import dev.goodput.app.measure.MeasuringRun;
import dev.goodput.app.run.MeasurementCommand;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `goodput hop`: what a proxy in between does to streams.
@CommandHelp(
    common = {
      "--via",
      "--direct",
      "--embedded",
      "--most-added",
      "--pairs",
      "--model",
      "--api-key-env",
      "--out",
      "--json"
    },
    refused = {"--url", "--profile", "--virtual", "--no-stream"})
@Command(
    name = "hop",
    description = {
      "Tests how a proxy changes token streams.",
      "It reports added time to first token and gaps, coalescing and its cause, bytes, "
          + "cancellation, cuts and hidden retries. Both paths get the same load in turns, and "
          + "then each property is probed. All properties can be tested if goodput is the server "
          + "behind the proxy (--embedded)."
    },
    synopsisHeading = "",
    customSynopsis = {
      "goodput hop --direct URL --via URL [OPTIONS]",
      "goodput hop --via URL --embedded PORT [OPTIONS]",
      ""
    },
    sortOptions = false,
    footer = {
      "",
      "goodput hop --direct http://vllm:8000 --via http://nginx:80",
      "goodput hop --via http://127.0.0.1:8080 --embedded 9100   (the proxy asks :9100)"
    })
public final class HopCommand implements Callable<Integer>, MeasurementCommand {
  @Mixin private HopOptions options = new HopOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  /// Made by picocli.
  public HopCommand() {}

  /// Checks all that can be checked before anything is opened, then asks.
  ///
  /// @return the exit code
  @Override
  public Integer call() {
    return MeasuringRun.call(spec, options.output, () -> new HopRun(options));
  }
}
