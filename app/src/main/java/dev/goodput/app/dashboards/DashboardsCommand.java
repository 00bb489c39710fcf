package dev.goodput.app.dashboards;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `goodput dashboards`: the parent of the command for dashboards.
@Command(
    name = "dashboards",
    description = "Generates dashboards of the gateway's metrics.",
    synopsisHeading = "",
    customSynopsis = {"goodput dashboards generate [--for FORMAT] [--slo FILE]", ""},
    commandListHeading = "%n",
    subcommands = DashboardsGenerateCommand.class)
public final class DashboardsCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  /// Fails with a list of the subcommands.
  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "dashboards what? " + String.join(", ", spec.subcommands().keySet()));
  }
}
