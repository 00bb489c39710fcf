package dev.goodput.record.words;

import java.util.regex.Pattern;

/// Says in a person's words what a JSON parser complains of.
///
/// A parser tells more than a person needs: what it expected, how to set it up, of its own insides.
public final class JsonComplaint {
  private static final Pattern TELLS_MORE =
      Pattern.compile(": was expecting|: expected|: enable | \\((start|for)|[:,]? ?\\[Source|\\R");
  private static final Pattern TOO_DEEP =
      Pattern.compile("Document nesting depth \\(\\d+\\) exceeds the maximum allowed \\((\\d+).*");

  private JsonComplaint() {}

  /// The complaint in a few words, without the place.
  ///
  /// @param said the parser's own message
  public static String of(String said) {
    if (said.startsWith("Unexpected end-of-input")) {
      return "it ends before the object, the list or the text is closed";
    }
    var deep = TOO_DEEP.matcher(said);
    if (deep.lookingAt()) {
      return "it is nested deeper than " + deep.group(1) + " levels";
    }
    String brief = TELLS_MORE.split(said.replaceAll(", from `[^`]*`\\)", ")"), 2)[0];
    return brief.replaceAll("\\(('.+') \\(code .*", "$1");
  }
}
