package dev.goodput.app.main;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The `goodput help` command: prints the same help as `--help` of a command or subcommand.
@Command(
    name = "help",
    helpCommand = true,
    description = "Shows the help of a command.",
    synopsisHeading = "",
    customSynopsis = {"goodput help [COMMAND...]", ""})
final class HelpCommand implements Runnable {
  @Parameters(hidden = true)
  private List<String> path = List.of();

  @Spec private CommandSpec spec = CommandSpec.create();

  /// Prints the help; without a command, the list of commands.
  @Override
  public void run() {
    CommandLine command = spec.root().commandLine();
    for (String word : path) {
      command = below(command, word);
    }
    command.usage(spec.commandLine().getOut());
  }

  private static CommandLine below(CommandLine command, String word) {
    CommandLine found = command.getSubcommands().get(word);
    if (found == null) {
      throw new ParameterException(
          command, ParameterErrors.unknownCommand(word, command.getCommandSpec()));
    }
    return found;
  }
}
