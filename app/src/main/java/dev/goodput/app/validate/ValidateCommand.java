package dev.goodput.app.validate;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `goodput validate`: the parent of the validation subcommands.
@Command(
    name = "validate",
    description = "Checks the simulator and the statistics against known results.",
    synopsisHeading = "",
    customSynopsis = {"goodput validate simulator|statistics [OPTIONS]", ""},
    commandListHeading = "%n",
    subcommands = {ValidateSimulatorCommand.class, ValidateStatisticsCommand.class})
public final class ValidateCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  /// Fails with a list of the subcommands.
  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "validate what? " + String.join(", ", spec.subcommands().keySet()));
  }
}
