package dev.goodput.report.terminal;

import dev.goodput.record.words.ShellText;
import dev.goodput.report.model.NextStep;
import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Verdict;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.SafeText;
import dev.goodput.report.words.TextLayout;
import java.util.ArrayList;
import java.util.List;

/// Colours for a terminal that has them; plain text elsewhere. Texts keep their width.
record AnsiColors(boolean colour) {
  /// Where the texts behind labels begin.
  static final int LABEL = 10;

  private static final int MAX_NOTES = 3;
  private static final String INDENT = " ".repeat(LABEL);
  private static final int SIGN = 3;
  private static final int TITLE = 17;
  private static final String RESET = "\u001b[0m";

  String severity(Severity severity, String text) {
    return switch (severity) {
      case GOOD -> wrap("32", text);
      case WARN -> wrap("33", text);
      case BAD -> wrap("31", text);
      case PLAIN, OPEN -> text;
    };
  }

  /// The first line of a report, in lines of at most so many characters.
  List<String> headline(Verdict verdict, int columns) {
    return TextLayout.lines(SafeText.text(verdict.answer()), columns).stream()
        .map(line -> bold(severity(verdict.severity(), line)))
        .toList();
  }

  /// The first notes, and how many more there are.
  List<String> notes(List<String> notes, int columns) {
    List<String> lines = new ArrayList<>();
    notes.stream().limit(MAX_NOTES).forEach(note -> lines.addAll(labelled("note", note, columns)));
    int more = notes.size() - MAX_NOTES;
    if (more > 0) {
      lines.add(INDENT + Figures.counted(more, "more note") + " in the report");
    }
    return lines;
  }

  /// A judgement with the figures behind it, in lines of at most so many characters. Their column
  /// is the same however long the judgement is: a long one takes from its first line alone.
  List<String> verdict(Verdict verdict, int columns) {
    int width = Math.max(TITLE, verdict.title().length() + 2);
    String title = verdict.severity().sign() + " " + verdict.title();
    String gap = " ".repeat(width - verdict.title().length());
    int room = columns - SIGN - TITLE;
    List<String> wrapped =
        new ArrayList<>(TextLayout.lines(verdict.text(), columns - SIGN - width, room));
    String first = " " + severity(verdict.severity(), title) + gap + wrapped.removeFirst();
    if (!verdict.more().isEmpty()) {
      wrapped.addAll(TextLayout.lines(verdict.more(), room));
    }
    wrapped.addFirst("");
    return TextLayout.labelled(first.stripTrailing(), SIGN + TITLE, wrapped);
  }

  /// A text behind a label in bold, as the head and the foot of a report have them.
  List<String> labelled(String label, String text, int columns) {
    return labelled(label, LABEL, TextLayout.lines(SafeText.text(text), columns - LABEL));
  }

  /// Lines behind a label in bold.
  ///
  /// @param indent characters from the start of the line to the text
  List<String> labelled(String label, int indent, List<String> lines) {
    return TextLayout.labelled(" " + bold(TextLayout.left(label, indent - 1)), indent, lines);
  }

  /// The lines under `next`: a command that a shell reads however many lines it takes, and what it
  /// answers.
  List<String> next(NextStep next, int columns) {
    String command = next.command();
    String question = next.question();
    List<String> lines = new ArrayList<>();
    if (!command.isEmpty()) {
      List<String> parts = ShellText.lines(SafeText.text(command), columns - INDENT.length());
      lines.addAll(labelled("next", LABEL, parts));
      if (parts.size() == 1 && LABEL + 3 + command.length() + question.length() <= columns) {
        lines.set(0, (lines.getFirst() + "   " + question).stripTrailing());
        return lines;
      }
    }
    if (!question.isEmpty()) {
      TextLayout.lines(SafeText.text(question), columns - INDENT.length())
          .forEach(line -> lines.add(INDENT + line));
    }
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
