package dev.goodput.report.page;

/// Keeps text from becoming markup.
final class HtmlEscape {
  private HtmlEscape() {}

  /// Text for an element's content or an attribute in quotes.
  static String html(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  /// JSON for a script element: no sequence of characters can end the element or open a comment in
  /// it, nothing in it is unseen, and it remains the same JSON.
  static String json(String json) {
    StringBuilder escaped = new StringBuilder(json.length());
    json.codePoints()
        .forEach(c -> {
          if (c == '<' || c == '>' || c == '&' || isUnseen(c)) {
            for (char unit : Character.toChars(c)) {
              escaped.append("\\u%04x".formatted((int) unit));
            }
          } else {
            escaped.appendCodePoint(c);
          }
        });
    return escaped.toString();
  }

  // What has no shape of its own, and may turn the line of whoever reads the file's source.
  private static boolean isUnseen(int c) {
    return c > ' '
        && switch (Character.getType(c)) {
          case Character.CONTROL,
              Character.FORMAT,
              Character.LINE_SEPARATOR,
              Character.PARAGRAPH_SEPARATOR ->
              true;
          default -> false;
        };
  }
}
