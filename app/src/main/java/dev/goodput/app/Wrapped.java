package dev.goodput.app;

import java.util.ArrayList;
import java.util.List;

/// Text in lines of a terminal.
public final class Wrapped {
  private Wrapped() {}

  /// Breaks a text at blanks into lines of at most that many characters; a longer word gets its own
  /// line.
  public static List<String> lines(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
