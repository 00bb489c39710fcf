package dev.goodput.simulator.text;

/// A tokenizer with four rules, about 1.2 tokens per English word:
///
/// 1. A run of letters or digits gives a token for each six of them, or fewer at its end; a single
///    space before the run belongs to its first token.
/// 2. A letter of a script without spaces (from U+2E80 on) is a token.
/// 3. Any other visible character is a token, with a single space before it.
/// 4. A remaining run of white space is one token.
///
/// A token's number is a hash of its characters.
public final class PieceTokenizer {
  private static final int PIECE = 6;
  private static final int FIRST_IDEOGRAPH = 0x2E80;

  private PieceTokenizer() {}

  /// Passes the tokens of a text to the sink, in order.
  public static void tokenize(String text, TokenSink sink) {
    int at = 0;
    while (at < text.length()) {
      at = next(text, at, sink);
    }
  }

  /// Returns the number of tokens of a text.
  public static int count(String text) {
    int[] count = {0};
    tokenize(text, _ -> count[0]++);
    return count[0];
  }

  private static int next(String text, int start, TokenSink sink) {
    int at = start;
    char first = text.charAt(at);
    if (Character.isWhitespace(first)) {
      int end = whiteEnd(text, at);
      boolean leads = text.charAt(end - 1) == ' ' && end < text.length();
      int left = leads ? end - 1 : end;
      if (left > at) {
        sink.token(hash(text, at, left));
        return left;
      }
      at++;
    }
    int end = at;
    while (end < text.length() && end - at < PIECE && joins(text.charAt(end))) {
      end++;
    }
    if (end == at) {
      end++;
    }
    sink.token(hash(text, start, end));
    return end;
  }

  private static int whiteEnd(String text, int start) {
    int end = start;
    while (end < text.length() && Character.isWhitespace(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean joins(char c) {
    return c < FIRST_IDEOGRAPH && Character.isLetterOrDigit(c);
  }

  private static int hash(String text, int start, int end) {
    int hash = 17;
    for (int i = start; i < end; i++) {
      hash = hash * 31 + text.charAt(i);
    }
    return hash;
  }
}
