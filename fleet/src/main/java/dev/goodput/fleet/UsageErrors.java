package dev.goodput.fleet;

import dev.goodput.record.words.WordSuggestion;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// A handler that turns picocli's parse errors into one line that suggests the nearest valid word.
final class UsageErrors implements IParameterExceptionHandler {
  /// Of a required option: `Missing required option: '--kafka=HOST:PORT,…'`.
  private static final Pattern MISSING =
      Pattern.compile("Missing required (?:option|parameter)s?: (.*)");

  /// The start of every error.
  static final String PREFIX = "goodput-fleet: ";

  @Override
  public int handleParseException(ParameterException error, String[] args) {
    CommandLine command = error.getCommandLine();
    CommandSpec spec = command.getCommandSpec();
    String line =
        error instanceof UnmatchedArgumentException unmatched
            ? unknown(unmatched.getUnmatched().getFirst(), spec)
            : oneLine(error, spec);
    command.getErr().println(PREFIX + line + " (see " + spec.qualifiedName() + " --help)");
    return CommandLine.ExitCode.USAGE;
  }

  private static String unknown(String word, CommandSpec spec) {
    if (word.startsWith("-")) {
      String name = word.split("=", 2)[0];
      return "unknown option " + name + hint(name, spec);
    }
    return spec.subcommands().isEmpty()
        ? "unexpected argument \"" + word + "\""
        : "unknown command \"%s\"%s"
            .formatted(word, WordSuggestion.hint(word, spec.subcommands().keySet()));
  }

  /// Compares only the text after the dashes, which all options share.
  private static String hint(String name, CommandSpec spec) {
    Map<String, String> options =
        spec.options().stream()
            .filter(option -> !option.hidden())
            .map(OptionSpec::longestName)
            .collect(Collectors.toMap(UsageErrors::undashed, option -> option));
    return WordSuggestion.to(undashed(name), options.keySet())
        .map(near -> "; did you mean " + options.get(near) + "?")
        .orElse("");
  }

  private static String undashed(String option) {
    return option.replaceFirst("^-+", "");
  }

  /// Returns picocli's own text without its preamble.
  private static String oneLine(ParameterException error, CommandSpec spec) {
    String text = String.valueOf(error.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
    if (text.startsWith("Missing required subcommand")) {
      return "name a command: " + String.join(", ", List.copyOf(spec.subcommands().keySet()));
    }
    text = text.replaceFirst("^Invalid value for option '([^']+)'( \\([^)]*\\))?: ", "$1: ");
    text =
        text.replaceFirst("^Missing required parameter for option '([^']+)'.*", "$1 needs a value");
    text =
        text.replaceFirst(
            "^Expected parameter for option '([^']+)' but found '([^']+)'.*",
            "$1 needs a value, found $2");
    Matcher missing = MISSING.matcher(text);
    if (missing.matches()) {
      String names = missing.group(1).replaceAll("'(-[^'=]+)=([^']+)'", "$1 $2").replace("'", "");
      return names + (names.contains(", ") ? " are required" : " is required");
    }
    return text.replaceFirst("'(.*)' is not an? (int|long)$", "\"$1\" is not a whole number");
  }
}
