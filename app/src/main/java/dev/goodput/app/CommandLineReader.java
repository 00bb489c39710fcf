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

/// Command lines, read alike wherever one is read: as it is typed, and again as a run keeps it.
public final class CommandLineReader {
  private CommandLineReader() {}

  /// The command line of a command, or of its options alone.
  public static CommandLine of(Object command) {
    return configured(new CommandLine(command));
  }

  /// The command line of `goodput` for these arguments. Where they start with a command, it has
  /// that command alone: the options of all commands take half a second to set up.
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

  /// The class of a command; empty for `help`, since it needs the others, and for no command.
  public static Optional<Class<?>> command(RootCommand root, String name) {
    return Stream.<Class<?>>of(annotation(root.getClass()).subcommands())
        .filter(type -> annotation(type).name().equals(name) && !annotation(type).helpCommand())
        .findFirst();
  }

  /// Where an option is carried to, as declared beside it; empty where it is not.
  public static Optional<NextCommandRole> carried(OptionSpec option) {
    return option.userObject() instanceof AnnotatedElement element
        ? Optional.ofNullable(element.getAnnotation(NextCommandRole.class))
        : Optional.empty();
  }

  /// An option as it was typed, a word for each value: `--url=http://host:8000`.
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
