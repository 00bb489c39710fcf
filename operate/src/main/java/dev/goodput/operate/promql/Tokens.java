package dev.goodput.operate.promql;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The tokens of a query. Comments and space are skipped.
final class Tokens {
  private static final Pattern SPACE = Pattern.compile("(?:\\s+|#[^\\n]*)*");
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<duration>(?:\\d+(?:ms|[smhdwy]))+(?![\\w.]))"
              + "|(?<number>0[xX][0-9a-fA-F]+|(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?"
              + "|(?i:inf|nan)\\b)"
              + "|(?<text>\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.)*'|`[^`]*`)"
              + "|(?<name>[a-zA-Z_:][\\w:]*)"
              + "|(?<operator>=~|!~|!=|==|>=|<=|[-+*/%^=<>(){}\\[\\],@:])",
          Pattern.DOTALL);

  private final String text;
  private int at;
  private int next;
  private Kind kind = Kind.END;
  private String word = "";

  /// The kinds of tokens.
  enum Kind {
    DURATION,
    NUMBER,
    TEXT,
    NAME,
    OPERATOR,
    END
  }

  Tokens(String text) throws PromqlException {
    this.text = text;
    advance();
  }

  /// Returns the offset of the current token.
  int at() {
    return at;
  }

  Kind kind() {
    return kind;
  }

  /// Returns the current token as written.
  String word() {
    return word;
  }

  /// Returns whether the current token is an operator or a keyword.
  boolean is(String expected) {
    boolean keyword = kind == Kind.NAME && word.equalsIgnoreCase(expected);
    return keyword || (kind == Kind.OPERATOR && word.equals(expected));
  }

  /// Skips the current token if it is this one.
  boolean skip(String expected) throws PromqlException {
    boolean found = is(expected);
    if (found) {
      advance();
    }
    return found;
  }

  void require(String expected) throws PromqlException {
    if (!skip(expected)) {
      throw unexpected("\"" + expected + "\"");
    }
  }

  /// Returns the current token and moves on.
  String take() throws PromqlException {
    String taken = word;
    advance();
    return taken;
  }

  PromqlException unexpected(String expected) {
    String found = kind == Kind.END ? "the end of the expression" : "\"" + word + "\"";
    return new PromqlException(at, "expected " + expected + ", found " + found);
  }

  private void advance() throws PromqlException {
    Matcher space = SPACE.matcher(text).region(next, text.length());
    at = space.lookingAt() ? space.end() : next;
    if (at == text.length()) {
      kind = Kind.END;
      word = "";
      return;
    }
    if (kind == Kind.DURATION && text.charAt(at) == ':') {
      // A name may start with a colon, but not the step of a subquery.
      kind = Kind.OPERATOR;
      word = ":";
      next = at + 1;
      return;
    }
    Matcher token = TOKEN.matcher(text).region(at, text.length());
    if (!token.lookingAt()) {
      throw new PromqlException(at, "unexpected character \"" + text.charAt(at) + "\"");
    }
    next = token.end();
    word = token.group();
    kind = kind(token);
  }

  private static Kind kind(Matcher token) {
    for (Kind each : Kind.values()) {
      if (each != Kind.END && token.group(each.name().toLowerCase(java.util.Locale.ROOT)) != null) {
        return each;
      }
    }
    throw new IllegalStateException(token.group());
  }
}
