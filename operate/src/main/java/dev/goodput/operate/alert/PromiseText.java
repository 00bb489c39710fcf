package dev.goodput.operate.alert;

import dev.goodput.report.words.TextLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Text and tables for a width: longer lines are wrapped. A wider table is split into tables of a
/// few columns, each with the first one; if not even two columns fit, each value has its own line.
final class PromiseText {
  private static final int GAP = 2;

  /// The width of a column in a format, which is on the left where it begins with a dash.
  private static final Pattern CELL = Pattern.compile("%(-?\\d*)s");

  private final StringBuilder text = new StringBuilder();
  private final int columns;

  PromiseText(int columns) {
    this.columns = columns;
  }

  /// Adds a line, wrapped between words.
  void line(String line) {
    text.append(
        line.length() <= columns
            ? line
            : String.join("\n  ", TextLayout.lines(line, columns, columns - 2)));
    text.append('\n');
  }

  /// Adds a table.
  ///
  /// @param head the names of its columns, two or more spaces apart
  /// @param format the format of a row
  void table(String head, String format, List<List<String>> rows) {
    List<String> lines = new ArrayList<>(List.of(head));
    rows.forEach(row -> lines.add(format.formatted(row.toArray())));
    if (lines.stream().allMatch(line -> line.length() <= columns)) {
      lines.forEach(line -> text.append(line).append('\n'));
      return;
    }
    List<String> names = List.of(head.strip().split(" {2,}"));
    List<Column> all = columns(names, format, rows);
    if (all.stream()
        .skip(1)
        .allMatch(each -> GAP + all.getFirst().width + GAP + each.width <= columns)) {
      split(all);
    } else {
      valuesInLines(names, rows);
    }
  }

  private static List<Column> columns(List<String> names, String format, List<List<String>> rows) {
    Matcher cell = CELL.matcher(format);
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < names.size() && cell.find(); i++) {
      List<String> cells = new ArrayList<>(List.of(names.get(i)));
      for (List<String> row : rows) {
        cells.add(row.get(i));
      }
      boolean right = !cell.group(1).isEmpty() && !cell.group(1).startsWith("-");
      int width = cells.stream().mapToInt(String::length).max().orElse(0);
      columns.add(new Column(cells, width, right));
    }
    return columns;
  }

  private void split(List<Column> all) {
    int next = 1;
    while (next < all.size()) {
      List<Column> shown = new ArrayList<>(List.of(all.getFirst()));
      int used = GAP + all.getFirst().width;
      while (next < all.size() && used + GAP + all.get(next).width <= columns) {
        used += GAP + all.get(next).width;
        shown.add(all.get(next++));
      }
      for (int row = 0; row < all.getFirst().cells.size(); row++) {
        StringBuilder line = new StringBuilder();
        for (Column each : shown) {
          line.append(" ".repeat(GAP)).append(each.padded(row));
        }
        text.append(line.toString().stripTrailing()).append('\n');
      }
      text.append(next < all.size() ? "\n" : "");
    }
  }

  private void valuesInLines(List<String> names, List<List<String>> rows) {
    int widest = names.stream().mapToInt(String::length).max().orElse(0);
    for (List<String> row : rows) {
      text.append('\n');
      for (int i = 0; i < row.size(); i++) {
        String pad = " ".repeat(widest - names.get(i).length());
        line("  " + names.get(i) + pad + "  " + row.get(i));
      }
    }
  }

  @Override
  public String toString() {
    return text.toString();
  }

  /// A column of a table.
  ///
  /// @param cells its name and its values
  /// @param width of the widest cell
  /// @param right whether cells are aligned on the right
  private record Column(List<String> cells, int width, boolean right) {
    String padded(int row) {
      String pad = " ".repeat(width - cells.get(row).length());
      return right ? pad + cells.get(row) : cells.get(row) + pad;
    }
  }
}
