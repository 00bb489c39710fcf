package dev.goodput.report.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Fits text into columns. Widths are of characters; all that is printed here is one column wide.
final class Columns {
  private static final Set<String> UNITS = Set.of("ms", "s", "min", "h", "%", "×", "tok/s", "≤");

  private Columns() {}

  static String left(String text, int width) {
    return text.length() >= width ? text : text + " ".repeat(width - text.length());
  }

  static String right(String text, int width) {
    return text.length() >= width ? text : " ".repeat(width - text.length()) + text;
  }

  /// Cuts a text that is too long, and shows that it did.
  static String cut(String text, int width) {
    if (width <= 0) {
      return "";
    }
    return text.length() <= width ? text : text.substring(0, width - 1) + "…";
  }

  /// The first of several ways to say something that fits; where none does, the last one cut.
  static String fitting(List<String> ways, int width) {
    return ways.stream()
        .filter(way -> way.length() <= width)
        .findFirst()
        .orElseGet(() -> cut(ways.getLast(), width));
  }

  /// Breaks a text at blanks into lines of at most that width; a longer word gets its own line.
  static List<String> wrap(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : words(text)) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  // A figure and its unit stay on one line, and a count with what it counts: `4 × 500`.
  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    for (String word : text.split(" ", -1)) {
      boolean unit = UNITS.contains(word.replaceAll("[,;.:)]+$", ""));
      boolean of = !words.isEmpty() && words.getLast().matches(".*(≤|\\d ×)") && !word.isEmpty();
      boolean joined = of && (words.getLast().endsWith("≤") || Character.isDigit(word.charAt(0)));
      if (!words.isEmpty() && (unit || joined)) {
        words.add(words.removeLast() + " " + word);
      } else {
        words.add(word);
      }
    }
    return words;
  }

  /// Packs parts into lines, joined by a dot, never breaking within a part that fits a line.
  static List<String> pack(List<String> parts, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String part : parts) {
      if (!line.isEmpty() && line.length() + 3 + part.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " · ").append(part);
    }
    lines.add(line.toString());
    return lines.stream().flatMap(each -> wrap(each, width).stream()).toList();
  }
}
