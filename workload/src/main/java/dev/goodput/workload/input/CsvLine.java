package dev.goodput.workload.input;

import java.util.ArrayList;
import java.util.List;

/// Lines of CSV files. Quotes may enclose a cell, and `""` in it is a quote (RFC 4180).
public final class CsvLine {
  private CsvLine() {}

  /// Returns the separator of a file: a tab, a semicolon or a comma, the first of these that its
  /// line of names has.
  public static char separator(String head) {
    return head.indexOf('\t') >= 0 ? '\t' : head.indexOf(';') >= 0 ? ';' : ',';
  }

  /// Returns whether a quoted cell goes on in the next line.
  public static boolean open(String line) {
    return line.chars().filter(c -> c == '"').count() % 2 == 1;
  }

  /// Returns the cells of a line, without white space around them.
  public static List<String> cells(String line, char separator) {
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (quoted && line.startsWith("\"\"", i)) {
        cell.append(c);
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == separator && !quoted) {
        cells.add(cell.toString().strip());
        cell.setLength(0);
      } else {
        cell.append(c);
      }
    }
    cells.add(cell.toString().strip());
    return cells;
  }
}
