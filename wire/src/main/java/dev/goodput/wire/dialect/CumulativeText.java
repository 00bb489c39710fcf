package dev.goodput.wire.dialect;

/// A difference between successive texts, each of which is either the whole text so far or only the
/// new part. The stream does not state which. A wrong guess that is never corrected would make the
/// token count quadratic.
///
/// A text that starts with the previous one is the whole text so far; trailing replacement
/// characters may have been corrected. Any other text shows that the texts are parts, unless most
/// of the previous text is still there: then its end was rewritten.
final class CumulativeText {
  private static final String REPLACEMENT = String.valueOf(JsonText.REPLACEMENT);

  private String before = "";
  private boolean grew;
  private boolean pieces;

  /// Returns the new part of the next text.
  String added(String text) {
    if (pieces || text.isEmpty()) {
      return text;
    }
    int same = same(text);
    boolean whole = same == settled() || (grew && 2 * same >= before.length());
    if (!whole) {
      pieces = true;
      return text;
    }
    grew |= same > 0 && text.length() > same;
    before = text;
    return text.substring(same);
  }

  /// Returns the length of the previous text that cannot change any more.
  private int settled() {
    int end = before.length();
    while (before.startsWith(REPLACEMENT, end - 1)) {
      end--;
    }
    return end;
  }

  /// Returns the length of the common prefix with the unchangeable part of the previous text.
  private int same(String text) {
    int most = Math.min(settled(), text.length());
    int at = text.regionMatches(0, before, 0, most) ? most : 0;
    while (at < most && text.charAt(at) == before.charAt(at)) {
      at++;
    }
    return at;
  }
}
