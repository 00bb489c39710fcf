package dev.goodput.fleet;

import dev.goodput.record.RecordException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The entry point of the fleet's commands.
@Command(
    name = "goodput-fleet",
    description = "Measures a fleet of gateways with Kafka and Flink.",
    mixinStandardHelpOptions = true,
    footer = {"", "Start with goodput-fleet up. Each command has --help."},
    subcommands = {
      UpCommand.class,
      JobCommand.class,
      ReplayCommand.class,
      LiveCommand.class,
      ExportCommand.class,
      StoreCommand.class,
      JsonCommand.class
    })
public final class Fleet {
  private Fleet() {}

  /// Runs one command and ends the process with its exit code. A Flink cluster calls this too, and
  /// its process goes on after a success.
  public static void main(String[] args) {
    int exit = commandLine().execute(args);
    if (exit != 0) {
      System.exit(exit);
    }
  }

  /// Returns the command line.
  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new Fleet());
    line.setParameterExceptionHandler(new UsageErrors());
    line.setExecutionExceptionHandler((failure, command, parsed) -> {
      if (failure instanceof FleetException || failure instanceof RecordException) {
        command.getErr().println(UsageErrors.PREFIX + failure.getMessage());
        return CommandLine.ExitCode.USAGE;
      }
      throw failure;
    });
    return line;
  }
}
