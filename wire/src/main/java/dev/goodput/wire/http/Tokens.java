package dev.goodput.wire.http;

/// The characters of methods and header names (RFC 9110 §5.6.2).
final class Tokens {
  private static final String OTHERS = "!#$%&'*+-.^_`|~";
  private static final boolean[] PART = new boolean[128];

  static {
    for (char c = 0; c < PART.length; c++) {
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      PART[c] = letter || (c >= '0' && c <= '9') || OTHERS.indexOf(c) >= 0;
    }
  }

  private Tokens() {}

  /// Whether a token may contain this character.
  static boolean holds(byte character) {
    return character >= 0 && PART[character];
  }

  /// Whether the bytes are a token, that is, at least one and only token characters.
  static boolean is(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (!holds(bytes[i])) {
        return false;
      }
    }
    return to > from;
  }
}
