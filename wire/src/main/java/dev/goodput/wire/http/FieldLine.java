package dev.goodput.wire.http;

import org.jspecify.annotations.Nullable;

/// Checks of a header or trailer line that ensure all readers see the same line (RFC 9110 §5, RFC
/// 9112 §5).
final class FieldLine {
  private FieldLine() {}

  /// Describes what is wrong with a line of a request; null if nothing is.
  ///
  /// @param to index of the line end
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

  /// Whether a line has this lower-case name, directly followed by a colon.
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

  /// Whether a byte is not allowed in a value, because readers treat it differently.
  static boolean control(byte b) {
    return (b >= 0 && b < ' ' && b != '\t') || b == 0x7f;
  }

  /// Whether a character is one of the two that may surround a value without being part of it.
  static boolean blank(int c) {
    return c == ' ' || c == '\t';
  }

  /// Returns a value without the blanks around it.
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
