package dev.goodput.store.output;

import dev.goodput.report.words.TextLayout;
import dev.goodput.store.StoredTable;
import dev.goodput.store.TableColumn;
import java.util.List;
import java.util.Locale;

/// The list of tables and columns for people.
public final class TableList {
  private static final int WIDTH = 80;
  private static final int NAME = 22;

  private TableList() {}

  /// Returns the list, 80 columns wide.
  public static String text() {
    StringBuilder text = new StringBuilder();
    for (StoredTable table : StoredTable.queryable()) {
      String heading = table.word() + ": " + table.text();
      TextLayout.lines(heading, WIDTH).forEach(line -> line(text, line));
      for (TableColumn column : table.columns()) {
        List<String> words =
            TextLayout.lines(column.shortType() + " · " + column.text(), WIDTH - NAME - 3);
        for (int i = 0; i < words.size(); i++) {
          String name = i == 0 ? column.name() : "";
          line(text, String.format(Locale.ROOT, "  %-" + NAME + "s %s", name, words.get(i)));
        }
      }
      line(text, "");
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String line) {
    text.append(line).append(System.lineSeparator());
  }
}
