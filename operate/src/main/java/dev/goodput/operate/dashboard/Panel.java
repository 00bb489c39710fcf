package dev.goodput.operate.dashboard;

import dev.goodput.telemetry.metric.MetricCatalogue.Exported;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// A panel of the dashboards.
///
/// @param title its title
/// @param type `stat`, `timeseries`, `heatmap` or `table`
/// @param unit a unit of Grafana
/// @param threshold the word of the lines that an SLO file adds; empty for none
/// @param note text before the definitions of the metrics; may be empty
/// @param queries its queries; at least one
record Panel(
    String title,
    String type,
    String unit,
    String threshold,
    String note,
    List<PanelQuery> queries) {
  Panel {
    queries = List.copyOf(queries);
  }

  /// Returns the note, the definition of each metric, and the variables that filter the panel.
  String description() {
    Map<String, String> metrics = new LinkedHashMap<>();
    TreeSet<String> filters = new TreeSet<>(PanelQuery.VARIABLES);
    for (PanelQuery query : queries) {
      query.recorded().forEach(name -> metrics.put(name, "recorded by the alert rules"));
      for (Exported metric : query.metrics()) {
        metrics.put(metric.name(), metric.help());
        filters.retainAll(metric.labels());
      }
    }
    List<String> parts = new ArrayList<>();
    if (!note.isEmpty()) {
      parts.add(note);
    }
    metrics.forEach((name, help) -> parts.add("`" + name + "`: " + help + "."));
    boolean exported = queries.stream().anyMatch(query -> !query.metrics().isEmpty());
    parts.add(
        exported && !filters.isEmpty()
            ? "Filters: " + String.join(", ", filters) + "."
            : "No filter by model, route, slo, tenant or upstream applies.");
    return String.join("\n\n", parts);
  }
}
