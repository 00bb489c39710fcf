package dev.goodput.app;

import dev.goodput.workload.input.Nearest;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Turns what picocli says about a mistyped line into one line that names the nearest right word.
final class ParameterErrors implements IParameterExceptionHandler {

  @Override
  public int handleParseException(ParameterException error, String[] args) {
    CommandLine command = error.getCommandLine();
    String line =
        error instanceof UnmatchedArgumentException unmatched
            ? unknown(unmatched, command)
            : oneLine(error);
    String help = command.getCommandSpec().qualifiedName() + " --help";
    command.getErr().println("goodput: " + Secrets.redact(line) + " (see " + help + ")");
    return ExitCode.USAGE.code();
  }

  private static String unknown(UnmatchedArgumentException error, CommandLine command) {
    String word = error.getUnmatched().getFirst();
    CommandSpec spec = command.getCommandSpec();
    if (word.startsWith("-")) {
      String name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
      return "unknown option " + name + hint(Nearest.to(name, optionNames(spec)));
    }
    if (spec.subcommands().isEmpty()) {
      return "unexpected argument \"" + word + "\": every setting is an option, like --rate 8";
    }
    return "unknown command \"" + word + "\"" + hint(Nearest.to(word, spec.subcommands().keySet()));
  }

  private static List<String> optionNames(CommandSpec spec) {
    return spec.options().stream()
        .filter(option -> !option.hidden())
        .map(option -> option.longestName())
        .toList();
  }

  private static String hint(Optional<String> nearest) {
    return nearest.map(name -> "; did you mean " + name + "?").orElse("");
  }

  /// picocli's own text, less its preamble about converters and our classes.
  private static String oneLine(ParameterException error) {
    String text = String.valueOf(error.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
    text = text.replaceFirst("^Invalid value for option '([^']+)'( \\([^)]*\\))?: ", "$1: ");
    text =
        text.replaceFirst("^Missing required parameter for option '([^']+)'.*", "$1 needs a value");
    text = text.replaceFirst("'(.*)' is not an? (int|long)$", "\"$1\" is not a whole number");
    text = text.replaceFirst("'(.*)' is not a double$", "\"$1\" is not a number");
    return text.isEmpty() ? "cannot read the command line" : text;
  }
}
