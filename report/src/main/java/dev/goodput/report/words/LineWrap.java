package dev.goodput.report.words;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Text in lines of a terminal. Widths are of characters; all that is printed is one column wide.
public final class LineWrap {
  private static final Set<String> UNITS = Set.of("ms", "s", "min", "h", "%", "×", "tok/s", "≤");

  private LineWrap() {}

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
}
