package dev.goodput.report.words;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Text in lines and columns of a terminal. Widths count characters of one column each.
public final class TextLayout {
  private static final Set<String> UNITS = Set.of("ms", "s", "min", "h", "%", "×", "tok/s", "≤");

  private TextLayout() {}

  /// Breaks a text at blanks into lines of at most that width; a longer word gets its own line.
  public static List<String> lines(String text, int width) {
    return lines(text, width, width);
  }

  /// The same where the first line has another width; it is empty where not even a word fits there.
  public static List<String> lines(String text, int first, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : words(text)) {
      int room = lines.isEmpty() ? first : width;
      boolean begun = !line.isEmpty() || (lines.isEmpty() && first < width);
      if (begun && line.length() + (line.isEmpty() ? 0 : 1) + word.length() > room) {
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

  /// The text, filled with blanks behind it to a width.
  public static String left(String text, int width) {
    return text.length() >= width ? text : text + " ".repeat(width - text.length());
  }

  /// The text, filled with blanks before it to a width.
  public static String right(String text, int width) {
    return text.length() >= width ? text : " ".repeat(width - text.length()) + text;
  }

  /// Cuts a text that is too long, and shows that it did.
  public static String cut(String text, int width) {
    if (width <= 0) {
      return "";
    }
    return text.length() <= width ? text : text.substring(0, width - 1) + "…";
  }

  /// Returns the first of several texts that fits; if none does, the last one cut.
  public static String fitting(List<String> ways, int width) {
    return ways.stream()
        .filter(way -> way.length() <= width)
        .findFirst()
        .orElseGet(() -> cut(ways.getLast(), width));
  }

  /// Packs parts into lines, joined by a dot, never breaking within a part that fits a line.
  public static List<String> pack(List<String> parts, int width) {
    return pack(parts, " · ", width).stream().flatMap(line -> lines(line, width).stream()).toList();
  }

  /// Packs whole parts into lines; a longer part gets its own line.
  ///
  /// @param separator between two parts of a line
  public static List<String> pack(List<String> parts, String separator, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String part : parts) {
      if (!line.isEmpty() && line.length() + separator.length() + part.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : separator).append(part);
    }
    lines.add(line.toString());
    return lines;
  }

  /// Lines behind a label; all but the first are indented.
  ///
  /// @param label as it is printed, with its colour and the blanks behind it
  /// @param indent characters that the label takes
  /// @param lines at least one
  public static List<String> labelled(String label, int indent, List<String> lines) {
    List<String> labelled = new ArrayList<>(List.of(label + lines.getFirst()));
    lines.stream().skip(1).forEach(line -> labelled.add(" ".repeat(indent) + line));
    return labelled;
  }
}
