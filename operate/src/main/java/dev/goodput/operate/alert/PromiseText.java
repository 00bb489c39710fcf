package dev.goodput.operate.alert;

import java.util.ArrayList;
import java.util.List;

/// Text and tables for a width: longer lines are wrapped, and rows that do not fit have a line for
/// each value.
final class PromiseText {
  private final StringBuilder text = new StringBuilder();
  private final int columns;

  PromiseText(int columns) {
    this.columns = columns;
  }

  /// Adds a line, wrapped between words.
  void line(String line) {
    String rest = line;
    while (rest.length() > columns) {
      int space = rest.lastIndexOf(' ', columns);
      if (rest.substring(0, Math.max(0, space)).isBlank()) {
        space = rest.indexOf(' ', columns); // A word that is longer than the line.
      }
      if (space < 0) {
        break;
      }
      text.append(rest, 0, space).append('\n');
      rest = "  " + rest.substring(space + 1);
    }
    text.append(rest).append('\n');
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
}
