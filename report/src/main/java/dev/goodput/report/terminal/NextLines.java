package dev.goodput.report.terminal;

import dev.goodput.record.words.ShellText;
import dev.goodput.report.model.NextStep;
import dev.goodput.report.words.LineWrap;
import dev.goodput.report.words.SafeText;
import java.util.ArrayList;
import java.util.List;

/// The lines under `next`: a command that a shell reads however many lines it takes, and what it
/// answers.
final class NextLines {
  private static final String INDENT = " ".repeat(9);

  private NextLines() {}

  static List<String> of(AnsiColors paint, NextStep next, int columns) {
    String command = next.command();
    String question = next.question();
    List<String> lines = new ArrayList<>();
    if (!command.isEmpty()) {
      List<String> parts = ShellText.lines(SafeText.text(command), columns - INDENT.length());
      lines.add(" " + paint.bold("next") + "    " + parts.getFirst());
      parts.stream().skip(1).forEach(part -> lines.add(INDENT + part));
      if (parts.size() == 1 && 12 + command.length() + question.length() <= columns) {
        lines.set(0, (lines.getFirst() + "   " + question).stripTrailing());
        return lines;
      }
    }
    if (!question.isEmpty()) {
      LineWrap.lines(SafeText.text(question), columns - INDENT.length())
          .forEach(line -> lines.add(INDENT + line));
    }
    return lines;
  }
}
