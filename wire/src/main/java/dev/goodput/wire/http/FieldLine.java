package dev.goodput.wire.http;

import org.jspecify.annotations.Nullable;

/// What one header line must be like to be the same line for every reader (RFC 9110 §5, RFC 9112
/// §5), in a head and behind the last chunk.
final class FieldLine {
  private FieldLine() {}

  /// What is wrong with a line of a request, null where nothing is.
  ///
  /// @param to where its line end begins
  static @Nullable String problem(byte[] bytes, int from, int to) {
    if (from < to && blank(bytes[from])) {
      return "a header goes on in the next line (obs-fold)";
    }
    int colon = from;
    while (colon < to && bytes[colon] != ':') {
      colon++;
    }
    if (colon == to || !Tokens.is(bytes, from, colon)) {
      return "a header has no proper name before its colon";
    }
    for (int at = colon; at < to; at++) {
      if (control(bytes[at])) {
        return "a header holds a control character";
      }
    }
    return null;
  }

  /// Whether a line is of a name in lower case, its colon right behind it.
  static boolean named(byte[] bytes, int line, int end, String lowerCaseName) {
    int length = lowerCaseName.length();
    if (line + length >= end || bytes[line + length] != ':') {
      return false;
    }
    for (int i = 0; i < length; i++) {
      int c = bytes[line + i];
      int lower = c >= 'A' && c <= 'Z' ? c + 32 : c;
      if (lower != lowerCaseName.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /// Whether a byte stands in no value: one reader takes it for a blank, another for a letter.
  static boolean control(byte b) {
    return (b >= 0 && b < ' ' && b != '\t') || b == 0x7f;
  }

  /// The only two characters that may stand around a value and are not part of it.
  static boolean blank(int c) {
    return c == ' ' || c == '\t';
  }

  /// A value without the blanks around it.
  static String stripped(String value) {
    int from = 0;
    int to = value.length();
    while (from < to && blank(value.charAt(from))) {
      from++;
    }
    while (to > from && blank(value.charAt(to - 1))) {
      to--;
    }
    return value.substring(from, to);
  }
}
