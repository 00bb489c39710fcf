package dev.goodput.app;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/// Command lines, read alike wherever one is read: as it is typed, and again as a run keeps it.
public final class CommandLines {
  private CommandLines() {}

  /// The command line of a command, or of its options alone.
  public static CommandLine of(Object command) {
    return configured(new CommandLine(command));
  }

  /// The command line of `goodput` for these arguments. Where they start with a command, it has
  /// that command alone: the options of all commands take half a second to set up.
  public static CommandLine goodput(List<String> arguments) {
    return arguments.stream()
        .findFirst()
        .flatMap(CommandLines::command)
        .map(CommandLines::goodput)
        .orElseGet(() -> of(new GoodputCommand()));
  }

  private static CommandLine goodput(Class<?> command) {
    CommandSpec root = CommandSpec.wrapWithoutInspection(new GoodputCommand());
    CommandLine line = new CommandLine(root.name(annotation(GoodputCommand.class).name()));
    return configured(line.addSubcommand(command));
  }

  /// The class of a command. `help` is left out, since it needs the others.
  private static Optional<Class<?>> command(String name) {
    return Stream.<Class<?>>of(annotation(GoodputCommand.class).subcommands())
        .filter(type -> annotation(type).name().equals(name) && !annotation(type).helpCommand())
        .findFirst();
  }

  private static Command annotation(Class<?> type) {
    return type.getAnnotation(Command.class);
  }

  private static CommandLine configured(CommandLine line) {
    line.setExpandAtFiles(false); // what begins with @ is a value like any other
    line.registerConverter(Duration.class, new Durations());
    return line;
  }
}
