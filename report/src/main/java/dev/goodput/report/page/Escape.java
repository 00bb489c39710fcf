package dev.goodput.report.page;

/// Keeps text from becoming markup.
final class Escape {
  private Escape() {}

  /// Text for an element's content or an attribute in quotes.
  static String html(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  /// JSON for a script element: no sequence of characters can end the element or open a comment in
  /// it, and it remains the same JSON.
  static String json(String json) {
    return json.replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }
}
