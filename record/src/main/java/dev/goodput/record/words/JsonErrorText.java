package dev.goodput.record.words;

import java.util.regex.Pattern;

/// A shortener of JSON parsers' error messages for users.
///
/// A parser reports more than a user needs: what it expected, how to configure it, its own
/// internals.
public final class JsonErrorText {
  private static final Pattern TELLS_MORE =
      Pattern.compile(": was expecting|: expected|: enable | \\((start|for)|[:,]? ?\\[Source|\\R");
  private static final Pattern TOO_DEEP =
      Pattern.compile("Document nesting depth \\(\\d+\\) exceeds the maximum allowed \\((\\d+).*");

  private JsonErrorText() {}

  /// Returns the error in a few words, without the position.
  ///
  /// @param message the parser's own message
  public static String of(String message) {
    if (message.startsWith("Unexpected end-of-input")) {
      return "it ends before the object, the list or the text is closed";
    }
    var deep = TOO_DEEP.matcher(message);
    if (deep.lookingAt()) {
      return "it is nested deeper than " + deep.group(1) + " levels";
    }
    String brief = TELLS_MORE.split(message.replaceAll(", from `[^`]*`\\)", ")"), 2)[0];
    return brief.replaceAll("\\(('.+') \\(code .*", "$1");
  }
}
