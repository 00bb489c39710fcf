package dev.goodput.report.terminal;

import dev.goodput.report.words.LineWrap;
import java.util.ArrayList;
import java.util.List;

/// Fits text into columns. Widths are of characters; all that is printed here is one column wide.
final class Columns {
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
    return lines.stream().flatMap(each -> LineWrap.lines(each, width).stream()).toList();
  }
}
