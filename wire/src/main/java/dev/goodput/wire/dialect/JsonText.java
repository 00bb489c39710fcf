package dev.goodput.wire.dialect;

import java.nio.charset.StandardCharsets;

/// Decoding of JSON strings.
final class JsonText {
  /// The replacement for a lone surrogate.
  static final char REPLACEMENT = '\ufffd';

  private JsonText() {}

  /// Decodes the text between the quotes of a string that [JsonScan#string] accepted.
  static String decode(byte[] bytes, int from, int to) {
    String raw = new String(bytes, from, to - from, StandardCharsets.UTF_8);
    return replaceLoneSurrogates(raw.indexOf('\\') < 0 ? raw : unescape(raw));
  }

  private static String unescape(String raw) {
    StringBuilder text = new StringBuilder(raw.length());
    int at = 0;
    while (at < raw.length()) {
      char c = raw.charAt(at);
      if (c != '\\') {
        text.append(c);
        at++;
        continue;
      }
      char kind = raw.charAt(at + 1);
      if (kind == 'u') {
        text.append((char) Integer.parseInt(raw, at + 2, at + 6, 16));
        at += 6;
      } else {
        text.append(plain(kind));
        at += 2;
      }
    }
    return text.toString();
  }

  /// Returns the character of a one-letter escape.
  static char plain(char kind) {
    return switch (kind) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      default -> kind;
    };
  }

  /// Returns the text with each lone surrogate replaced.
  static String replaceLoneSurrogates(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return withoutLoneSurrogates(text);
      }
    }
    return text;
  }

  private static String withoutLoneSurrogates(String text) {
    StringBuilder clean = new StringBuilder(text.length());
    text.codePoints()
        .map(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? REPLACEMENT : c)
        .forEach(clean::appendCodePoint);
    return clean.toString();
  }
}
