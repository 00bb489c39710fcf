package dev.goodput.app;

import java.lang.reflect.AnnotatedElement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// The one configuration of the command line parser, used for typed and for stored command lines.
public final class CommandLineReader {
  private CommandLineReader() {}

  /// Returns the command line of a command, or of a group of options alone.
  public static CommandLine of(Object command) {
    return configured(new CommandLine(command));
  }

  /// Returns the command line of `goodput` for these arguments. If they start with a command, only
  /// that command is set up, because setting up the options of all commands takes half a second.
  public static CommandLine goodput(RootCommand root, List<String> arguments) {
    return arguments.stream()
        .findFirst()
        .flatMap(name -> command(root, name))
        .map(command -> goodput(root, command))
        .orElseGet(() -> of(root));
  }

  private static CommandLine goodput(RootCommand root, Class<?> command) {
    CommandSpec spec = CommandSpec.wrapWithoutInspection(root);
    CommandLine line = new CommandLine(spec.name(annotation(root.getClass()).name()));
    return configured(line.addSubcommand(command));
  }

  /// Returns the class of a command; empty if there is no such command, and for `help`, which needs
  /// all other commands.
  public static Optional<Class<?>> command(RootCommand root, String name) {
    return subcommand(root.getClass(), name);
  }

  /// Returns the class of a command below another one; empty if there is no such command, and for
  /// `help`.
  public static Optional<Class<?>> subcommand(Class<?> command, String name) {
    return Stream.<Class<?>>of(annotation(command).subcommands())
        .filter(type -> annotation(type).name().equals(name) && !annotation(type).helpCommand())
        .findFirst();
  }

  /// Returns how an option is carried over, as declared on its field; empty if it is not declared.
  public static Optional<NextCommandRole> carried(OptionSpec option) {
    return option.userObject() instanceof AnnotatedElement element
        ? Optional.ofNullable(element.getAnnotation(NextCommandRole.class))
        : Optional.empty();
  }

  /// Returns an option as it was typed, one word per value: `--url=http://host:8000`.
  public static List<String> words(OptionSpec option) {
    String name = option.longestName();
    return option.arity().max() == 0
        ? List.of(name)
        : option.originalStringValues().stream().map(value -> name + "=" + value).toList();
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
