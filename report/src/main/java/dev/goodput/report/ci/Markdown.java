package dev.goodput.report.ci;

import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Table;
import dev.goodput.report.model.Verdict;
import dev.goodput.report.words.SafeText;
import java.util.List;
import java.util.stream.Collectors;

/// Markdown under construction.
final class Markdown {
  private final StringBuilder text = new StringBuilder();

  void line(String line) {
    text.append(line).append('\n');
  }

  void verdict(Verdict verdict) {
    String more = verdict.more().isEmpty() ? "" : " (" + verdict.more() + ")";
    String title = sign(verdict.tone()) + " **" + escape(verdict.title()) + "**: ";
    line("- " + title + escape(verdict.text() + more));
  }

  private static String sign(Severity tone) {
    return switch (tone) {
      case GOOD -> "✅";
      case WARN -> "⚠️";
      case BAD -> "❌";
      case PLAIN -> "·";
      case OPEN -> "❓";
    };
  }

  void notes(List<String> notes) {
    notes.forEach(note -> line("- " + escape(note)));
  }

  /// A table whose cells are Markdown, and a blank line.
  void table(Table table) {
    StringBuilder titles = new StringBuilder("|");
    StringBuilder rule = new StringBuilder("|");
    for (Table.Column column : table.columns()) {
      titles.append(column.title().isEmpty() ? " |" : " " + column.title() + " |");
      rule.append(column.right() ? "--:|" : "---|");
    }
    line(titles.toString());
    line(rule.toString());
    for (List<Table.Cell> row : table.rows()) {
      line(row.stream().map(Table.Cell::text).collect(Collectors.joining(" | ", "| ", " |")));
    }
    line("");
  }

  /// Text that nothing in it turns into markup.
  static String escape(String text) {
    return SafeText.text(text)
        .replace("\\", "\\\\")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace("|", "\\|")
        .replace("[", "\\[")
        .replace("*", "\\*")
        .replace("_", "\\_")
        .replace("`", "\\`");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
