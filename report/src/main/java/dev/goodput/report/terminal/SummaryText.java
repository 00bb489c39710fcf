package dev.goodput.report.terminal;

import dev.goodput.report.model.Summary;
import dev.goodput.report.model.Table;
import dev.goodput.report.model.Verdict;
import dev.goodput.report.words.SafeText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What was found of two servers as text: the answer, other verdicts, tables, what a reader must
/// know, what to do next.
public final class SummaryText {
  private static final int MIN = 60;
  private static final int MAX = 160;

  private final Summary in;
  private final AnsiColors paint;
  private final int columns;
  private final List<String> lines = new ArrayList<>();

  private SummaryText(Summary in, int columns, boolean colour) {
    this.in = in;
    this.columns = Math.clamp(columns, MIN, MAX);
    this.paint = new AnsiColors(colour);
  }

  /// The whole result.
  ///
  /// @param columns the terminal's width; at least 60 are used and at most 160
  /// @param page path of the page, empty if there is none
  public static String render(Summary in, int columns, boolean colour, Optional<Path> page) {
    return new SummaryText(in, columns, colour).text(page);
  }

  private String text(Optional<Path> page) {
    lines.addAll(paint.headline(in.headline(), columns));
    lines.add("");
    in.facts().forEach(fact -> labelled(fact.name(), fact.text()));
    lines.add("");
    int before = lines.size();
    in.verdicts().stream().flatMap(List::stream).skip(1).forEach(this::verdict);
    if (lines.size() > before) {
      lines.add("");
    }
    for (Summary.Section section : in.sections()) {
      Table table = section.table();
      if (!table.rows().isEmpty()) {
        lines.add(paint.bold(header(section)));
        table.rows().forEach(row -> lines.add(row(table, row)));
        lines.add("");
      }
    }
    lines.addAll(paint.notes(in.notes(), columns));
    if (in.notesApart() && !in.notes().isEmpty()) {
      lines.add("");
    }
    page.ifPresent(file -> labelled("report", file.toString()));
    lines.addAll(paint.next(in.next(), columns));
    return String.join("\n", lines) + "\n";
  }

  private void verdict(Verdict verdict) {
    Verdict plain =
        verdict
            .severity()
            .verdict(verdict.title(), SafeText.text(verdict.text()), SafeText.text(verdict.more()));
    lines.addAll(paint.verdict(plain, columns));
  }

  private static String header(Summary.Section section) {
    StringBuilder line = new StringBuilder();
    for (Table.Column column : section.table().columns()) {
      String title = line.isEmpty() ? section.sample() : column.title();
      line.append(placed(title, title, column));
    }
    return line.toString().stripTrailing();
  }

  private String row(Table table, List<Table.Cell> cells) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.size(); i++) {
      Table.Cell cell = cells.get(i);
      String shown = paint.severity(cell.severity(), cell.brief());
      line.append(placed(cell.brief(), shown, table.columns().get(i)));
    }
    return line.toString().stripTrailing();
  }

  /// @param text whose length is that of what is shown
  private static String placed(String text, String shown, Table.Column column) {
    String gap = " ".repeat(column.gap());
    String pad = " ".repeat(Math.max(0, column.width() - text.length()));
    return column.right() ? gap + pad + shown : gap + shown + pad;
  }

  private void labelled(String label, String text) {
    lines.addAll(paint.labelled(label, text, columns));
  }
}
