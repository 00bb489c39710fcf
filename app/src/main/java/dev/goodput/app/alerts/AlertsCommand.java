package dev.goodput.app.alerts;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `goodput alerts`: the parent of the commands for alert rules.
@Command(
    name = "alerts",
    description = {
      "Generates, tests and lints alert rules.",
      "The rules are computed from the SLO and the time within which a total outage must page."
    },
    synopsisHeading = "",
    customSynopsis = {
      "goodput alerts generate --slo FILE [--for FORMAT]",
      "goodput alerts test --slo FILE",
      "goodput alerts lint FILE [--metrics URL|FILE]",
      ""
    },
    commandListHeading = "%n",
    subcommands = {AlertsGenerateCommand.class, AlertsTestCommand.class, AlertsLintCommand.class})
public final class AlertsCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  /// Fails with a list of the subcommands.
  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "alerts what? " + String.join(", ", spec.subcommands().keySet()));
  }
}
