package dev.goodput.wire.dialect;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/// The module's JSON parser settings, as lenient as real servers require: invalid UTF-8 is
/// replaced; raw control characters and NaN are accepted.
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

  /// Moves to the next member of an object and to its value.
  ///
  /// @return name of the member, null at the object's end
  static @Nullable String member(JsonParser in) {
    if (in.nextToken() != JsonToken.PROPERTY_NAME) {
      return null;
    }
    String name = in.currentName();
    in.nextToken();
    return name;
  }

  /// Whether the parser is at an object; anything else is skipped.
  static boolean atObject(JsonParser in) {
    return at(in, JsonToken.START_OBJECT);
  }

  /// Whether the parser is at an array; anything else is skipped.
  static boolean atArray(JsonParser in) {
    return at(in, JsonToken.START_ARRAY);
  }

  private static boolean at(JsonParser in, JsonToken kind) {
    boolean there = in.currentToken() == kind;
    if (!there) {
      in.skipChildren();
    }
    return there;
  }

  /// Moves to the next object of an array, skipping anything else. Returns false at its end.
  static boolean nextObject(JsonParser in) {
    JsonToken next = in.nextToken();
    while (next != null && next != JsonToken.END_ARRAY && next != JsonToken.START_OBJECT) {
      in.skipChildren();
      next = in.nextToken();
    }
    return next == JsonToken.START_OBJECT;
  }

  /// Returns a string, or an empty one for any other value, which is skipped.
  static String text(JsonParser in) {
    String text = in.currentToken() == JsonToken.VALUE_STRING ? in.getString() : "";
    in.skipChildren();
    return text;
  }

  /// Whether the value is `true`; containers are skipped.
  static boolean flag(JsonParser in) {
    boolean set = in.currentToken() == JsonToken.VALUE_TRUE;
    in.skipChildren();
    return set;
  }

  /// Whether a byte is JSON white space.
  static boolean blank(byte b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t';
  }

  /// Returns the index of the first non-blank byte, `to` if there is none.
  static int skipBlanks(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && blank(bytes[at])) {
      at++;
    }
    return at;
  }

  /// Returns the index after the last non-blank byte.
  static int trimBlanks(byte[] bytes, int from, int to) {
    int at = to;
    while (at > from && blank(bytes[at - 1])) {
      at--;
    }
    return at;
  }
}
