package dev.goodput.app.main;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// Refuses an option that is given twice: with options in groups the parser would begin the group
/// anew and forget what it held, a server's address too.
final class RepeatedOptions {
  private RepeatedOptions() {}

  /// Checks what was typed. What can be said only one at a time, as `--header`, may be repeated;
  /// lists are told with commas.
  ///
  /// @throws ParameterException naming the first option that stands twice
  static void refuse(ParseResult parsed) {
    ParseResult last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    CommandSpec command = last.commandSpec();
    Map<String, OptionSpec> options = command.optionsMap();
    Set<OptionSpec> seen = new HashSet<>();
    // No value is ever an option's name: the parser has refused that before.
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
