package dev.goodput.app.main;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// A check that refuses an option given twice. With grouped options the parser would start the
/// group again and forget its values, including a server's address.
final class RepeatedOptions {
  private RepeatedOptions() {}

  /// Checks the parsed command line. An option that takes one value at a time, such as `--header`,
  /// may be repeated; lists use commas.
  ///
  /// @throws ParameterException naming the first repeated option
  static void refuse(ParseResult parsed) {
    ParseResult last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    CommandSpec command = last.commandSpec();
    Map<String, OptionSpec> options = command.optionsMap();
    Set<OptionSpec> seen = new HashSet<>();
    // A value is never an option's name: the parser has already refused that.
    for (String typed : parsed.originalArgs()) {
      OptionSpec option = options.get(typed.split("=", 2)[0]);
      if (option == null) {
        continue;
      }
      boolean oneAtATime = option.isMultiValue() && option.splitRegex().isEmpty();
      if (!seen.add(option) && !oneAtATime) {
        throw new ParameterException(
            command.commandLine(), option.longestName() + " is given twice; give it once");
      }
    }
  }
}
