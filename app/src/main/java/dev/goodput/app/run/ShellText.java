package dev.goodput.app.run;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Writes arguments so that a shell reads them back.
final class ShellText {
  private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

  private ShellText() {}

  static String join(List<String> arguments) {
    return arguments.stream().map(ShellText::quote).collect(Collectors.joining(" "));
  }

  private static String quote(String argument) {
    return PLAIN.matcher(argument).matches()
        ? argument
        : "'" + argument.replace("'", "'\\''") + "'";
  }
}
