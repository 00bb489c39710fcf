package dev.goodput.report.terminal;

import dev.goodput.report.words.Tone;

/// Colours for a terminal that has them; plain text elsewhere. Texts keep their width.
record Paint(boolean colour) {
  private static final String RESET = "\u001b[0m";

  String tone(Tone tone, String text) {
    return switch (tone) {
      case GOOD -> wrap("32", text);
      case WARN -> wrap("33", text);
      case BAD -> wrap("31", text);
      case PLAIN -> text;
    };
  }

  String bold(String text) {
    return wrap("1", text);
  }

  String faint(String text) {
    return wrap("2", text);
  }

  String accent(String text) {
    return wrap("36", text);
  }

  private String wrap(String code, String text) {
    return colour && !text.isEmpty() ? "\u001b[" + code + "m" + text + RESET : text;
  }
}
