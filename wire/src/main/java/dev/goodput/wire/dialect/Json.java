package dev.goodput.wire.dialect;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
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

  /// Steps to the next member of an object, and from its name to its value.
  ///
  /// @return its name, null at the object's end
  static @Nullable String member(JsonParser in) {
    if (in.nextToken() != JsonToken.PROPERTY_NAME) {
      return null;
    }
    String name = in.currentName();
    in.nextToken();
    return name;
  }

  /// Whether the parser stands on an object; anything else is passed over.
  static boolean atObject(JsonParser in) {
    return at(in, JsonToken.START_OBJECT);
  }

  /// Whether the parser stands on an array; anything else is passed over.
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

  /// Steps to the next object of an array; false at its end. Anything else is passed over.
  static boolean nextObject(JsonParser in) {
    JsonToken next = in.nextToken();
    while (next != null && next != JsonToken.END_ARRAY && next != JsonToken.START_OBJECT) {
      in.skipChildren();
      next = in.nextToken();
    }
    return next == JsonToken.START_OBJECT;
  }

  /// A string, empty for any other value, which is passed over.
  static String text(JsonParser in) {
    String text = in.currentToken() == JsonToken.VALUE_STRING ? in.getString() : "";
    in.skipChildren();
    return text;
  }

  /// Whether the value is `true`; containers are passed over.
  static boolean flag(JsonParser in) {
    boolean set = in.currentToken() == JsonToken.VALUE_TRUE;
    in.skipChildren();
    return set;
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
