package dev.goodput.app.main;

import dev.goodput.app.CommandLineReader;
import java.util.ArrayList;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The `goodput completion` command: prints a script that completes commands and options in a
/// shell.
@Command(
    name = "completion",
    description = "Prints a completion script for bash, zsh or fish.",
    synopsisHeading = "",
    customSynopsis = {"goodput completion bash|zsh|fish", ""},
    footer = {
      "",
      "Add one of these lines to the start-up file of your shell.",
      "source <(goodput completion bash)",
      "source <(goodput completion zsh)",
      "goodput completion fish | source"
    })
final class CompletionCommand implements Runnable {
  /// A shell for which there is a script.
  enum Shell {
    bash,
    zsh,
    fish
  }

  @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish")
  private Shell shell = Shell.bash;

  @Spec private CommandSpec spec = CommandSpec.create();

  /// Prints the script to standard output.
  @Override
  public void run() {
    CommandLine root = CommandLineReader.of(new GoodputCommand());
    removeHidden(root);
    spec.commandLine()
        .getOut()
        .print(
            switch (shell) {
              // The script switches zsh to bash's completion.
              case bash, zsh -> AutoComplete.bash("goodput", root);
              case fish -> fish(root);
            });
  }

  private static void removeHidden(CommandLine command) {
    for (CommandLine below : List.copyOf(command.getSubcommands().values())) {
      if (below.getCommandSpec().usageMessage().hidden()) {
        command.getCommandSpec().removeSubcommand(below.getCommandName());
      } else {
        removeHidden(below);
      }
    }
  }

  private static String fish(CommandLine root) {
    StringBuilder script = new StringBuilder();
    addFish(script, root, new ArrayList<>());
    return script.toString();
  }

  /// Adds the completions of a command: its subcommands, its options, then those below it.
  private static void addFish(StringBuilder script, CommandLine command, List<String> path) {
    List<String> below =
        command.getSubcommands().values().stream().map(CommandLine::getCommandName).toList();
    String condition =
        path.isEmpty()
            ? "__fish_use_subcommand"
            : String.join(
                    "; and ", path.stream().map("__fish_seen_subcommand_from "::concat).toList())
                + (below.isEmpty()
                    ? ""
                    : "; and not __fish_seen_subcommand_from " + String.join(" ", below));
    String start = "complete -c goodput -n " + quoted(condition);
    for (CommandLine each : command.getSubcommands().values()) {
      String[] description = each.getCommandSpec().usageMessage().description();
      script
          .append(start + " -f -a " + each.getCommandName() + " -d " + quoted(description[0]))
          .append('\n');
    }
    for (OptionSpec option : command.getCommandSpec().options()) {
      if (!option.hidden()) {
        script.append(start + words(option)).append('\n');
      }
    }
    for (CommandLine each : command.getSubcommands().values()) {
      List<String> longer = new ArrayList<>(path);
      longer.add(each.getCommandName());
      addFish(script, each, longer);
    }
  }

  private static String words(OptionSpec option) {
    String value = option.arity().max() == 0 ? " -f" : " -r";
    String text = String.join(" ", option.description());
    return " -l " + option.longestName().substring(2) + value + " -d " + quoted(text);
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
