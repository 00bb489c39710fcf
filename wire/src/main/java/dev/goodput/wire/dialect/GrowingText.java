package dev.goodput.wire.dialect;

/// What is new in texts of which each is the whole so far, or else a piece of its own: nothing in
/// the stream says which, and a guess that is held to when the texts deny it counts tokens by the
/// square of their number.
///
/// A text that begins with the one before is the whole so far; it may have a last replacement
/// character made good. One that does not shows that each is a piece, unless most of the one before
/// is still there: then the end was written anew.
final class GrowingText {
  private static final String REPLACEMENT = String.valueOf(JsonText.REPLACEMENT);

  private String before = "";
  private boolean grew;
  private boolean pieces;

  /// The new part of the next text.
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

  /// How much of the text before cannot change any more.
  private int settled() {
    int end = before.length();
    while (before.startsWith(REPLACEMENT, end - 1)) {
      end--;
    }
    return end;
  }

  /// How many characters of the text before this one begins with, of those that cannot change.
  private int same(String text) {
    int most = Math.min(settled(), text.length());
    int at = text.regionMatches(0, before, 0, most) ? most : 0;
    while (at < most && text.charAt(at) == before.charAt(at)) {
      at++;
    }
    return at;
  }
}
