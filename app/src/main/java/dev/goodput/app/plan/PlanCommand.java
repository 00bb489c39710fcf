package dev.goodput.app.plan;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `goodput plan`: names what can be planned.
@Command(
    name = "plan",
    description = "Calculations that need no server.",
    synopsisHeading = "",
    customSynopsis = {"goodput plan whatif --ttft TIME --tpot TIME --tokens N [OPTIONS]", ""},
    commandListHeading = "%n",
    subcommands = WhatIfCommand.class)
public final class PlanCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  /// Without a subject there is nothing to do: says which there are.
  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "plan what? " + String.join(", ", spec.subcommands().keySet()));
  }
}
