package dev.goodput.app.plan;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `goodput plan`: the parent of the planning subcommands.
@Command(
    name = "plan",
    description = "Calculates latencies and costs without a server.",
    synopsisHeading = "",
    customSynopsis = {
      "goodput plan whatif --ttft TIME --tpot TIME --tokens N [OPTIONS]",
      "goodput plan cost --tps N --cost-per-hour PRICE [OPTIONS]",
      ""
    },
    commandListHeading = "%n",
    subcommands = {WhatIfCommand.class, CostCommand.class})
public final class PlanCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  /// Fails with a list of the subcommands.
  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "plan what? " + String.join(", ", spec.subcommands().keySet()));
  }
}
