package dev.goodput.record.words;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The quoting of arguments for a shell, and the parsing of quoted lines.
public final class ShellText {
  private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

  private ShellText() {}

  /// Returns one line in which a shell sees exactly the given arguments.
  public static String join(List<String> arguments) {
    return arguments.stream().map(ShellText::quote).collect(Collectors.joining(" "));
  }

  /// Breaks a line into several of at most the given number of columns, except for an argument that
  /// alone is longer; a shell reads them as one line. Arguments keep their quotes.
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

  /// Returns the arguments of a line that [#join(List)] wrote.
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
