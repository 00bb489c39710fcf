package dev.goodput.wire.dialect;

import java.nio.charset.StandardCharsets;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// An extractor of a one-line message from an error body or event of any format.
public final class ErrorText {
  private static final int MAX_LENGTH = 300;

  /// The most characters of a text to examine. This runs on the event loop, possibly for many
  /// failed requests at once.
  private static final int MAX_EXAMINED = 4096;

  private static final Pattern STYLE = Pattern.compile("(?s)<(style|script)\\b.*?(?:</\\1>|\\z)");
  private static final Pattern TAG = Pattern.compile("<[^<>]{0,200}>");
  private static final Pattern BLANK = Pattern.compile("[\\s\\p{Cntrl}]+");

  private ErrorText() {}

  /// Returns the message in an error body: from JSON in the common formats, otherwise the text
  /// without tags.
  public static String of(byte[] bytes, int from, int to) {
    String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
    try (JsonParser in = Json.parser(text)) {
      JsonToken first = in.nextToken();
      if (first == JsonToken.START_OBJECT || first == JsonToken.START_ARRAY) {
        String found = read(in);
        return found.isEmpty() ? line(text) : found;
      }
    } catch (JacksonException e) {
      // Not JSON, so the text itself is the message.
      return line(text);
    }
    return line(text);
  }

  /// Returns the message in the parser's current value, empty if there is none (null, false, `{}`).
  static String read(JsonParser in) {
    return switch (in.currentToken()) {
      case START_OBJECT -> object(in);
      case START_ARRAY -> array(in);
      case VALUE_STRING, VALUE_NUMBER_INT -> line(in.getString());
      case VALUE_TRUE -> "error";
      case VALUE_FALSE, VALUE_NULL, VALUE_NUMBER_FLOAT -> "";
      case NOT_AVAILABLE, END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT -> "";
    };
  }

  /// Returns a string or number, otherwise an empty string; containers are skipped.
  static String scalar(JsonParser in) {
    String value = in.currentToken().isScalarValue() ? in.getValueAsString("") : "";
    in.skipChildren();
    return line(value);
  }

  private static String array(JsonParser in) {
    StringJoiner all = new StringJoiner("; ");
    while (in.nextToken() != JsonToken.END_ARRAY) {
      String one = read(in);
      if (!one.isEmpty()) {
        all.add(one);
      }
    }
    return line(all.toString());
  }

  private static String object(JsonParser in) {
    String message = "";
    String inner = "";
    StringJoiner labels = new StringJoiner(", ", " (", ")").setEmptyValue("");
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = in.currentName();
      in.nextToken();
      switch (name) {
        case "error", "detail" -> inner = read(in);
        case "message", "msg" -> message = scalar(in);
        case "type", "code", "error_type", "http_status_code" -> label(scalar(in), labels);
        default -> in.skipChildren();
      }
    }
    if (!inner.isEmpty()) {
      return inner;
    }
    return message.isEmpty() && labels.length() > 3
        ? labels.toString().strip()
        : message.isEmpty() ? "" : message + labels;
  }

  private static void label(String value, StringJoiner labels) {
    if (!value.isEmpty() && !value.equals("error") && !value.equals("null")) {
      labels.add(value);
    }
  }

  /// Returns one printable line of bounded length, without tags.
  static String line(String text) {
    String begin = text.substring(0, Math.min(text.length(), MAX_EXAMINED));
    String words = TAG.matcher(STYLE.matcher(begin).replaceAll(" ")).replaceAll(" ");
    String plain = BLANK.matcher(words).replaceAll(" ").strip();
    return plain.length() <= MAX_LENGTH ? plain : plain.substring(0, MAX_LENGTH) + "…";
  }
}
