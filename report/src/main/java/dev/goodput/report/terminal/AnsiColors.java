package dev.goodput.report.terminal;

import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Verdict;
import dev.goodput.report.words.LineWrap;
import java.util.ArrayList;
import java.util.List;

/// Colours for a terminal that has them; plain text elsewhere. Texts keep their width.
record AnsiColors(boolean colour) {
  private static final int SIGN = 3;
  private static final int TITLE = 17;
  private static final String RESET = "\u001b[0m";

  String tone(Severity tone, String text) {
    return switch (tone) {
      case GOOD -> wrap("32", text);
      case WARN -> wrap("33", text);
      case BAD -> wrap("31", text);
      case PLAIN, OPEN -> text;
    };
  }

  /// A judgement with the figures behind it, in lines of at most so many characters. Their column
  /// is the same however long the judgement is: a long one takes from its first line alone.
  List<String> verdict(Verdict verdict, int columns) {
    int width = Math.max(TITLE, verdict.title().length() + 2);
    String title = verdict.tone().sign() + " " + verdict.title();
    String gap = " ".repeat(width - verdict.title().length());
    int room = columns - SIGN - TITLE;
    List<String> wrapped =
        new ArrayList<>(LineWrap.lines(verdict.text(), columns - SIGN - width, room));
    String first = " " + tone(verdict.tone(), title) + gap + wrapped.removeFirst();
    if (!verdict.more().isEmpty()) {
      wrapped.addAll(LineWrap.lines(verdict.more(), room));
    }
    List<String> lines = new ArrayList<>(List.of(first.stripTrailing()));
    wrapped.forEach(line -> lines.add(" ".repeat(SIGN + TITLE) + line));
    return lines;
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
