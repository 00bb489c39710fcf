package dev.goodput.report.quality;

/// The start of a text that a report shows: a few thousand characters, so that a page with long
/// prompts stays small.
public final class TextExcerpt {
  private static final int MOST = 4_000; // characters

  private TextExcerpt() {}

  /// Returns the text, or its start and how many characters follow.
  public static String of(String text) {
    return of(text, MOST, " … (%,d more characters)");
  }

  /// Returns the start of a text on one line.
  ///
  /// @param most the most characters
  public static String line(String text, int most) {
    return of(text.strip().replaceAll("\\s+", " "), most, "…");
  }

  private static String of(String text, int most, String more) {
    int length = text.codePointCount(0, text.length());
    return length <= most
        ? text
        : text.substring(0, text.offsetByCodePoints(0, most)) + more.formatted(length - most);
  }
}
