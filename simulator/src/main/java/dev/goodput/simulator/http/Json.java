package dev.goodput.simulator.http;

/// A writer of JSON strings.
final class Json {
  private Json() {}

  /// Returns a JSON string with its quotes.
  static String quoted(String text) {
    StringBuilder out = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ') {
            out.append("\\u%04x".formatted((int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    return out.append('"').toString();
  }

  /// Returns an error in OpenAI's format.
  static String error(int status, String type, String parameter, String message) {
    return "{\"error\":{\"message\":%s,\"type\":%s,\"param\":%s,\"code\":%d}}"
        .formatted(
            quoted(message),
            quoted(type),
            parameter.isEmpty() ? "null" : quoted(parameter),
            status);
  }
}
