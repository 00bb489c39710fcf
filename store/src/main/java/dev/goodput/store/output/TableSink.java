package dev.goodput.store.output;

import dev.goodput.report.words.Figures;
import dev.goodput.report.words.SafeText;
import dev.goodput.store.QuerySink;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A collector of a query's result for a table in the terminal: numbers to the right, long values
/// cut, at most 1,000 rows.
public final class TableSink implements QuerySink {
  private static final int MAX_ROWS = 1_000;
  private static final int WIDEST = 48;
  private static final Set<String> NUMBERS =
      Set.of("BIGINT", "INTEGER", "DOUBLE", "HUGEINT", "FLOAT", "SMALLINT", "TINYINT", "UBIGINT");

  private final List<Boolean> numbers = new ArrayList<>();
  private final List<List<String>> lines = new ArrayList<>();
  private long rows;

  @Override
  public void columns(List<String> names, List<String> types) {
    lines.add(names.stream().map(TableSink::cell).toList());
    types.forEach(type -> numbers.add(NUMBERS.contains(type) || type.startsWith("DECIMAL")));
  }

  @Override
  public void row(List<@Nullable String> values) {
    rows++;
    if (rows <= MAX_ROWS) {
      lines.add(values.stream().map(value -> value == null ? "" : cell(value)).toList());
    }
  }

  private static String cell(String value) {
    String safe = SafeText.text(value);
    return safe.length() <= WIDEST ? safe : safe.substring(0, WIDEST - 1) + "…";
  }

  /// Returns the table, with the number of rows below it. If it is wider than the terminal, each
  /// row is a block of lines, one for each column.
  ///
  /// @param columns width of the terminal
  public String text(int columns) {
    int[] widths = new int[numbers.size()];
    for (List<String> line : lines) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], line.get(i).length());
      }
    }
    StringBuilder text = new StringBuilder();
    if (IntStream.of(widths).map(width -> width + 1).sum() > columns) {
      blocks(text);
      return text.append(' ').append(count()).append(System.lineSeparator()).toString();
    }
    for (List<String> line : lines) {
      StringBuilder row = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String pad = " ".repeat(widths[i] - line.get(i).length());
        row.append(' ').append(numbers.get(i) ? pad + line.get(i) : line.get(i) + pad);
      }
      text.append(row.toString().stripTrailing()).append(System.lineSeparator());
    }
    return text.append(System.lineSeparator())
        .append(' ')
        .append(count())
        .append(System.lineSeparator())
        .toString();
  }

  private void blocks(StringBuilder text) {
    List<String> names = lines.getFirst();
    int widest = names.stream().mapToInt(String::length).max().orElse(0);
    for (List<String> line : lines.subList(1, lines.size())) {
      for (int i = 0; i < names.size(); i++) {
        String pad = " ".repeat(widest - names.get(i).length());
        String cell = " " + names.get(i) + pad + "  " + line.get(i);
        text.append(cell.stripTrailing()).append(System.lineSeparator());
      }
      text.append(System.lineSeparator());
    }
  }

  private String count() {
    return rows <= MAX_ROWS
        ? Figures.counted(rows, "row")
        : "the first %s of %s rows; --csv and --json print all"
            .formatted(Figures.count(MAX_ROWS), Figures.count(rows));
  }
}
