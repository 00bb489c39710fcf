package dev.goodput.operate.dashboard;

import dev.goodput.gateway.config.Section;
import dev.goodput.gateway.config.YamlReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A row of panels.
///
/// @param title its title
/// @param panels its panels, in order
record PanelRow(String title, List<Panel> panels) {
  private static final String TABLE = "panels.yaml";
  private static final List<String> KEYS =
      List.of("title", "type", "unit", "threshold", "note", "queries", "quantiles");
  private static final List<String> TYPES = List.of("stat", "timeseries", "heatmap", "table");

  PanelRow {
    panels = List.copyOf(panels);
  }

  /// Returns the table of panels.
  ///
  /// @param period the period of the SLO, part of the names of recorded series
  /// @throws dev.goodput.wire.BadSettingException a table that cannot be read, or a query that
  ///   names an unknown metric or label
  static List<PanelRow> all(String period) {
    try (InputStream in = PanelRow.class.getResourceAsStream(TABLE)) {
      if (in == null) {
        throw new IllegalStateException(TABLE + " is missing from this build");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return read(text.replace("$period", period));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Reads the text of a table.
  static List<PanelRow> read(String text) {
    Section table =
        new Section(
            new Section.Source(TABLE, Map.of()),
            "",
            YamlReader.read(TABLE, text, "rows"),
            List.of("rows"));
    List<PanelRow> rows = new ArrayList<>();
    for (Section row : table.children("rows", List.of("row", "panels"))) {
      List<Panel> panels = row.children("panels", KEYS).stream().map(PanelRow::panel).toList();
      rows.add(new PanelRow(row.text("row"), panels));
    }
    return rows;
  }

  private static Panel panel(Section panel) {
    String type = panel.text("type");
    if (!TYPES.contains(type)) {
      throw panel.error("type", "must be one of " + String.join(", ", TYPES) + ", found " + type);
    }
    String threshold = optional(panel, "threshold");
    if (!threshold.isEmpty() && !Thresholds.WORDS.contains(threshold)) {
      throw panel.error("threshold", "must be one of " + String.join(", ", Thresholds.WORDS));
    }
    return new Panel(
        panel.text("title"),
        type,
        panel.text("unit"),
        threshold,
        optional(panel, "note"),
        panel.has("quantiles") ? quantiles(panel) : queries(panel));
  }

  private static String optional(Section panel, String key) {
    return panel.has(key) ? panel.text(key) : "";
  }

  private static List<PanelQuery> queries(Section panel) {
    Section queries = panel.child("queries", List.of("NAME"));
    return queries.keys().stream()
        .map(legend -> query(panel, "queries", legend, queries.text(legend)))
        .toList();
  }

  private static List<PanelQuery> quantiles(Section panel) {
    String rates = "sum by (le) (rate(" + panel.text("quantiles") + "_bucket[$__rate_interval]))";
    return Stream.of(50, 95, 99)
        .map(percent ->
            query(
                panel,
                "quantiles",
                "p" + percent,
                "histogram_quantile(" + percent / 100.0 + ", " + rates + ")"))
        .toList();
  }

  private static PanelQuery query(Section panel, String key, String legend, String text) {
    try {
      return PanelQuery.of(legend, text);
    } catch (IllegalArgumentException e) {
      throw panel.error(key, e.getMessage() + " in: " + text);
    }
  }
}
