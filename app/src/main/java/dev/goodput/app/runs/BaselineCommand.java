package dev.goodput.app.runs;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `goodput baseline`: the parent of the baseline subcommands.
@Command(
    name = "baseline",
    description = {
      "Manages baselines: stored runs to compare other runs with.",
      "A baseline is a name for one or more runs. To distinguish a difference from chance, it needs"
          + " at least 5 runs of the same workload, model and load, each with its own seed."
    },
    synopsisHeading = "",
    customSynopsis = {
      "goodput baseline set NAME RUN…",
      "goodput baseline list [--json]",
      "goodput baseline remove NAME [RUN…]",
      ""
    },
    commandListHeading = "%n",
    subcommands = {
      BaselineSetCommand.class,
      BaselineListCommand.class,
      BaselineRemoveCommand.class
    })
public final class BaselineCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  /// Fails with a list of the subcommands.
  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "baseline what? " + String.join(", ", spec.subcommands().keySet()));
  }
}
