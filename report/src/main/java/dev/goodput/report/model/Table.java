package dev.goodput.report.model;

import java.util.List;
import java.util.stream.Stream;

/// A table of text, for a terminal and for Markdown.
///
/// @param columns at least one
/// @param rows cells in the order of the columns; a row may end before the last
public record Table(List<Column> columns, List<List<Cell>> rows) {
  /// Copies the lists.
  public Table {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }

  /// A column.
  ///
  /// @param title its header
  /// @param right whether it is aligned to the right
  /// @param gap blanks before it
  /// @param width characters that it takes at least, without the gap
  public record Column(String title, boolean right, int gap, int width) {
    /// A column aligned to the left.
    public static Column left(String title, int gap, int width) {
      return new Column(title, false, gap, width);
    }

    /// A column of figures, aligned to the right.
    public static Column right(String title, int gap, int width) {
      return new Column(title, true, gap, width);
    }
  }

  /// A cell.
  ///
  /// @param text in full, as Markdown shows it
  /// @param brief as a terminal shows it
  /// @param severity its colour where there are colours
  public record Cell(String text, String brief, Severity severity) {
    /// A cell without a colour that is the same everywhere.
    public static Cell of(String text) {
      return new Cell(text, text, Severity.PLAIN);
    }
  }

  /// A row of cells without a colour.
  public static List<Cell> row(String... cells) {
    return Stream.of(cells).map(Cell::of).toList();
  }
}
