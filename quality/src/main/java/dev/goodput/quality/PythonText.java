package dev.goodput.quality;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Python's rules for white space and lower case, which the reference implementations rely on.
final class PythonText {
  private static final int CAPITAL_SIGMA = 0x3A3;
  private static final int CAPITAL_I_WITH_DOT = 0x130;

  /// Unicode's word-break classes MidLetter, MidNumLet and Single_Quote, which are case-ignorable.
  private static final Set<Integer> MID_WORD =
      Set.of(
          0x27, 0x2E, 0x3A, 0xB7, 0x387, 0x55F, 0x5F4, 0x2018, 0x2019, 0x2024, 0x2027, 0xFE13,
          0xFE52, 0xFE55, 0xFF07, 0xFF0E, 0xFF1A);

  private PythonText() {}

  /// Returns whether `str.isspace` holds for a code point.
  static boolean isSpace(int codePoint) {
    return (codePoint >= 0x09 && codePoint <= 0x0D)
        || (codePoint >= 0x1C && codePoint <= 0x20)
        || codePoint == 0x85
        || codePoint == 0xA0
        || (codePoint > 0xFF && Character.isSpaceChar(codePoint));
  }

  /// Returns the words of a text, as `str.split()` does.
  static List<String> split(String text) {
    List<String> words = new ArrayList<>();
    int start = -1;
    for (int i = 0; i < text.length(); i++) {
      boolean space = isSpace(text.charAt(i));
      if (!space && start < 0) {
        start = i;
      } else if (space && start >= 0) {
        words.add(text.substring(start, i));
        start = -1;
      }
    }
    if (start >= 0) {
      words.add(text.substring(start));
    }
    return words;
  }

  /// Returns a text without white space at its end, as `str.rstrip()` does.
  static String stripEnd(String text) {
    int end = text.length();
    while (end > 0 && isSpace(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(0, end);
  }

  /// Returns a text without white space at either end, as `str.strip()` does.
  static String strip(String text) {
    int start = 0;
    while (start < text.length() && isSpace(text.charAt(start))) {
      start++;
    }
    return stripEnd(text.substring(start));
  }

  /// Returns a text in lower case, as `str.lower()` does. Java's own method finds the end of a word
  /// differently, which matters for the Greek sigma.
  static String lower(String text) {
    int[] points = text.codePoints().toArray();
    StringBuilder lower = new StringBuilder(text.length());
    for (int i = 0; i < points.length; i++) {
      switch (points[i]) {
        case CAPITAL_SIGMA -> lower.append(endsWord(points, i) ? 'ς' : 'σ');
        case CAPITAL_I_WITH_DOT -> lower.append("i\u0307");
        default -> lower.appendCodePoint(Character.toLowerCase(points[i]));
      }
    }
    return lower.toString();
  }

  /// Unicode's condition Final_Sigma: a cased letter before it and none behind it.
  private static boolean endsWord(int[] points, int at) {
    int before = at - 1;
    while (before >= 0 && isCaseIgnorable(points[before])) {
      before--;
    }
    if (before < 0 || !isCased(points[before])) {
      return false;
    }
    int behind = at + 1;
    while (behind < points.length && isCaseIgnorable(points[behind])) {
      behind++;
    }
    return behind == points.length || !isCased(points[behind]);
  }

  private static boolean isCased(int codePoint) {
    return Character.isLowerCase(codePoint)
        || Character.isUpperCase(codePoint)
        || Character.isTitleCase(codePoint);
  }

  private static boolean isCaseIgnorable(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.NON_SPACING_MARK,
          Character.ENCLOSING_MARK,
          Character.FORMAT,
          Character.MODIFIER_LETTER,
          Character.MODIFIER_SYMBOL ->
          true;
      default -> MID_WORD.contains(codePoint);
    };
  }
}
