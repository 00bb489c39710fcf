package dev.goodput.app.slo;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `goodput slo`: the parent of the commands for SLO files.
@Command(
    name = "slo",
    description = {
      "Writes and checks SLO files.",
      "An SLO file (OpenSLO v1) states what users are promised. Alert rules and benchmarks read "
          + "the same file."
    },
    synopsisHeading = "",
    customSynopsis = {"goodput slo init [PRESET]", "goodput slo check FILE", ""},
    commandListHeading = "%n",
    subcommands = {SloInitCommand.class, SloCheckCommand.class})
public final class SloCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  /// Fails with a list of the subcommands.
  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "slo what? " + String.join(", ", spec.subcommands().keySet()));
  }
}
