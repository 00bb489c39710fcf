package dev.goodput.app.bench;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `goodput fleet`: the parent of the commands of several machines.
@Command(
    name = "fleet",
    description = "Measures with several processes or machines.",
    synopsisHeading = "",
    customSynopsis = {"goodput fleet bench --url URL --workers N [OPTIONS]", ""},
    commandListHeading = "%n",
    subcommands = FleetBenchCommand.class)
public final class FleetCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  /// Called by picocli.
  public FleetCommand() {}

  /// Fails with a list of the subcommands.
  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "fleet what? " + String.join(", ", spec.subcommands().keySet()));
  }
}
