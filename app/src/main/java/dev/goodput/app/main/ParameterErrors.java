package dev.goodput.app.main;

import dev.goodput.app.run.MeasurementCommand;
import dev.goodput.record.words.WordSuggestion;
import dev.goodput.runner.AppException;
import dev.goodput.runner.ExitCode;
import dev.goodput.wire.client.Credentials;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// A handler that turns picocli's parse errors into one line that suggests the nearest valid word.
///
/// @param given the command line with the places of options from a configuration file
record ParameterErrors(ConfigFile.Expanded given) implements IParameterExceptionHandler {
  private static final Pattern DEFAULT = Pattern.compile("\\(default: (\\d+(?:\\.\\d+)?)");

  /// Of an enum: `--to: expected one of [csv, parquet] (case-sensitive) but was 'cvs'`.
  private static final Pattern CHOICES =
      Pattern.compile("(\\S+): expected one of \\[(.*)\\] \\(case-\\w+\\) but was '(.*)'");

  @Override
  public int handleParseException(ParameterException error, String[] args) {
    CommandLine command = error.getCommandLine();
    String line =
        error instanceof UnmatchedArgumentException unmatched
            ? unknown(unmatched, command)
            : asTyped(oneLine(error), error, List.of(args));
    String help = command.getCommandSpec().qualifiedName() + " --help";
    String message = Credentials.redact(given.located(line)) + " (see " + help + ")";

    // `help` reports on commands that were not typed, and writes none of their files.
    boolean typed = args.length > 0 && args[0].equals(command.getCommandName());
    if (typed && command.getCommand() instanceof MeasurementCommand) {
      MeasurementCommand.writeRefusal(
          List.of(args), command.getErr(), new AppException.Usage(message));
    }
    command.getErr().println("goodput: " + message);
    return ExitCode.USAGE.code();
  }

  private static String unknown(UnmatchedArgumentException error, CommandLine command) {
    String word = error.getUnmatched().getFirst();
    CommandSpec spec = command.getCommandSpec();
    if (word.startsWith("-")) {
      String name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
      return "unknown option " + name + hint(name, spec) + ownLoads(name, spec);
    }
    if (spec.subcommands().isEmpty()) {
      return "unexpected argument \"" + word + "\": every setting is an option, like --rate 8";
    }
    return unknownCommand(word, spec);
  }

  /// Returns why a command that chooses its loads has no option for one; empty for other commands.
  private static String ownLoads(String name, CommandSpec spec) {
    boolean load = Set.of("--rate", "--concurrency", "--users").contains(name);
    return switch (load ? spec.name() : "") {
      case "saturate" -> "; saturate sets the loads itself, within --from and --to";
      case "search" -> "; search sets the rate itself";
      default -> "";
    };
  }

  /// Returns the line with the name of the option that was typed, where it has several.
  private static String asTyped(String line, ParameterException error, List<String> args) {
    if (!(error.getArgSpec() instanceof OptionSpec option)) {
      return line;
    }
    String typed =
        args.stream()
            .map(word -> word.split("=", 2)[0])
            .filter(List.of(option.names())::contains)
            .findFirst()
            .orElse(option.longestName());
    return Stream.of(option.names())
        .filter(name -> line.startsWith(name + ":") || line.startsWith(name + " "))
        .findFirst()
        .map(name -> typed + line.substring(name.length()))
        .orElse(line);
  }

  /// Returns the error line for an unknown command, with the nearest known one.
  static String unknownCommand(String word, CommandSpec spec) {
    return "unknown command \"" + word + "\"" + WordSuggestion.hint(word, commandNames(spec));
  }

  /// Compares only the text after the dashes, which all options share.
  private static String hint(String name, CommandSpec spec) {
    Map<String, String> options =
        spec.options().stream()
            .filter(option -> !option.hidden())
            .map(OptionSpec::longestName)
            .collect(Collectors.toMap(ParameterErrors::undashed, option -> option));
    return WordSuggestion.to(undashed(name), options.keySet())
        .map(near -> "; did you mean " + options.get(near) + "?")
        .orElse("");
  }

  private static String undashed(String option) {
    return option.replaceFirst("^-+", "");
  }

  private static List<String> commandNames(CommandSpec spec) {
    return spec.subcommands().entrySet().stream()
        .filter(command -> !command.getValue().getCommandSpec().usageMessage().hidden())
        .map(Map.Entry::getKey)
        .toList();
  }

  /// Returns a number that the option takes: its default, or 8.
  private static String example(ParameterException error) {
    if (error.getArgSpec() instanceof OptionSpec option) {
      Matcher number = DEFAULT.matcher(String.join(" ", option.description()));
      return number.find() ? number.group(1) : "8";
    }
    return "8";
  }

  /// Returns the text on a word that is none of the choices, with the nearest choice.
  private static String ofChoices(String text) {
    Matcher choices = CHOICES.matcher(text);
    if (!choices.matches()) {
      return text;
    }
    String found = choices.group(3);
    List<String> allowed = List.of(choices.group(2).split(", "));
    return "%s must be one of %s, found \"%s\"%s"
        .formatted(
            choices.group(1),
            String.join(", ", allowed),
            found,
            WordSuggestion.hint(found, allowed));
  }

  /// Returns picocli's own text without its preamble about converters and our classes.
  private static String oneLine(ParameterException error) {
    String text = String.valueOf(error.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
    text = text.replaceFirst("^Invalid value for option '([^']+)'( \\([^)]*\\))?: ", "$1: ");
    text =
        text.replaceFirst("^Missing required parameter for option '([^']+)'.*", "$1 needs a value");
    text =
        text.replaceFirst(
            "^Expected parameter for option '([^']+)' but found '([^']+)'.*",
            "$1 needs a value, found $2");
    text = text.replaceFirst("^Missing required option: '([^'=]+)=([^']+)'$", "$1 $2 is required");
    text =
        text.replaceFirst(
            "^Invalid value for positional parameter at index \\S+ \\(([^)]*)\\): ", "$1: ");
    text = ofChoices(text);
    text =
        text.replaceFirst(
            "^Missing required parameters?: '(?:NAME', ')?RUN'$",
            "which run? name its directory, like runs/20261121-021405-azure-conv");
    text =
        text.replaceFirst(
            "'(-?\\d+)' is not an int$", "\"$1\" is out of range, at most 2147483647");
    text =
        text.replaceFirst(
            "'(-?\\d+)' is not a long$", "\"$1\" is out of range, at most 9223372036854775807");
    text =
        text.replaceFirst(
            "'(.*)' is not an? (int|long)$",
            "\"$1\" is not a whole number, like " + example(error));
    text =
        text.replaceFirst(
            "'(.*)' is not a double$", "\"$1\" is not a number, like " + example(error));
    return text.isEmpty() ? "cannot read the command line" : text;
  }
}
