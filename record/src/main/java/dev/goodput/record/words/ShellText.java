package dev.goodput.record.words;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Writes arguments so that a shell reads them back, and reads them back itself.
public final class ShellText {
  private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

  private ShellText() {}

  /// A line of which each argument is one.
  public static String join(List<String> arguments) {
    return arguments.stream().map(ShellText::quote).collect(Collectors.joining(" "));
  }

  /// A line on as many as keep within so many columns, but for an argument that alone is longer; a
  /// shell reads them as one. Arguments stay quoted as they are.
  public static List<String> lines(String line, int columns) {
    List<String> lines = new ArrayList<>();
    StringBuilder last = new StringBuilder();
    for (String word : words(line)) {
      if (!last.isEmpty() && last.length() + 1 + word.length() > columns - 2) {
        lines.add(last + " \\");
        last.setLength(0);
      }
      last.append(last.isEmpty() ? "" : " ").append(word);
    }
    lines.add(last.toString());
    return lines;
  }

  /// Returns the arguments of a line with their quotes.
  public static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    int begin = 0;
    char open = 0;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (open == 0 && c == ' ') {
        words.add(line.substring(begin, i));
        begin = i + 1;
      } else if (open == 0 && (c == '\'' || c == '"')) {
        open = c;
      } else if (c == open) {
        open = 0;
      } else if (c == '\\' && open != '\'') {
        i++;
      }
    }
    words.add(line.substring(begin));
    words.removeIf(String::isEmpty);
    return words;
  }

  /// The arguments of a line that [#join(List)] wrote.
  public static List<String> split(String line) {
    List<String> arguments = new ArrayList<>();
    StringBuilder argument = new StringBuilder();
    boolean quoted = false;
    boolean begun = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '\'') {
        quoted = !quoted;
        begun = true;
      } else if (c == '\\' && !quoted && i + 1 < line.length()) {
        argument.append(line.charAt(++i));
        begun = true;
      } else if (c == ' ' && !quoted) {
        if (begun) {
          arguments.add(argument.toString());
        }
        argument.setLength(0);
        begun = false;
      } else {
        argument.append(c);
        begun = true;
      }
    }
    if (begun) {
      arguments.add(argument.toString());
    }
    return arguments;
  }

  private static String quote(String argument) {
    return PLAIN.matcher(argument).matches()
        ? argument
        : "'" + argument.replace("'", "'\\''") + "'";
  }
}
