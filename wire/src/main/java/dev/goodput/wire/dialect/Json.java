package dev.goodput.wire.dialect;

import java.nio.charset.StandardCharsets;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/// The module's JSON reader: as forgiving as real servers need it. Invalid UTF-8 is replaced, raw
/// control characters and NaN are let through.
final class Json {
  static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .build();

  private Json() {}

  static JsonParser parser(byte[] bytes, int from, int to) {
    return parser(new String(bytes, from, to - from, StandardCharsets.UTF_8));
  }

  static JsonParser parser(String text) {
    return FACTORY.createParser(ObjectReadContext.empty(), text);
  }

  /// JSON white space, and nothing else.
  static boolean blank(byte b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t';
  }

  /// The first byte that is not blank, `to` where there is none.
  static int skipBlanks(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && blank(bytes[at])) {
      at++;
    }
    return at;
  }

  /// Just behind the last byte that is not blank.
  static int trimBlanks(byte[] bytes, int from, int to) {
    int at = to;
    while (at > from && blank(bytes[at - 1])) {
      at--;
    }
    return at;
  }
}
