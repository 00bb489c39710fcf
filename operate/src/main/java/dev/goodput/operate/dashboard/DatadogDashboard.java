package dev.goodput.operate.dashboard;

import static dev.goodput.operate.dashboard.JsonTree.object;

import dev.goodput.telemetry.metric.MetricCatalogue.Exported;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A writer of dashboard JSON for Datadog, with the panels whose queries Datadog can express: not
/// those of series that Prometheus records.
final class DatadogDashboard {
  private static final int DEPTH = 5;

  private final Thresholds thresholds;

  DatadogDashboard(Thresholds thresholds) {
    this.thresholds = thresholds;
  }

  /// Returns the dashboard.
  String text(List<PanelRow> rows) {
    List<Object> groups = new ArrayList<>();
    for (PanelRow row : rows) {
      List<Object> widgets = row.panels().stream().flatMap(each -> widget(each).stream()).toList();
      groups.add(
          object(
              "definition",
              object(
                  "type",
                  "group",
                  "layout_type",
                  "ordered",
                  "title",
                  row.title(),
                  "widgets",
                  widgets)));
    }
    return JsonTree.text(
        object(
            "title",
            "Goodput gateway",
            "description",
            "SLOs, latency, tokens and engines, as the gateway of goodput measures them",
            "layout_type",
            "ordered",
            "template_variables",
            PanelQuery.VARIABLES.stream().map(DatadogDashboard::variable).toList(),
            "widgets",
            groups),
        DEPTH);
  }

  private static Object variable(String label) {
    return object(
        "name", label,
        "prefix", Exported.otlpLabel(label),
        "available_values", List.of(),
        "defaults", List.of("*"));
  }

  /// Returns the widget of a panel; empty if none of its queries can be expressed.
  private Optional<Object> widget(Panel panel) {
    if (panel.type().equals("heatmap")) {
      return Optional.of(object("definition", heatmap(panel)));
    }
    boolean series = panel.type().equals("timeseries");
    List<Object> queries = new ArrayList<>();
    List<Object> formulas = new ArrayList<>();
    for (PanelQuery query : panel.queries()) {
      DatadogQuery translated = new DatadogQuery(queries, panel.type());
      translated
          .formula(query.expr())
          .ifPresent(formula -> formulas.add(formula(panel, query, formula)));
    }
    if (formulas.isEmpty()) {
      return Optional.empty();
    }
    Map<String, @Nullable Object> request =
        object(
            "response_format",
            series ? "timeseries" : "scalar",
            "queries",
            queries,
            "formulas",
            formulas);
    Map<String, @Nullable Object> definition =
        object(
            "type",
            switch (panel.type()) {
              case "stat" -> "query_value";
              case "table" -> "query_table";
              default -> "timeseries";
            },
            "title",
            panel.title());
    List<Double> lines = thresholds.of(panel.threshold());
    switch (panel.type()) {
      case "stat" -> {
        definition.put("autoscale", true);
        definition.put("precision", 3);
        request.put("conditional_formats", colours(panel.threshold(), lines));
      }
      case "timeseries" -> {
        request.put("display_type", "line");
        definition.put("show_legend", true);
        definition.put("markers", lines.stream().map(DatadogDashboard::marker).toList());
      }
      default -> {
        // A table has neither.
      }
    }
    definition.put("requests", List.of(request));
    return Optional.of(object("definition", definition));
  }

  private static Object formula(Panel panel, PanelQuery query, String formula) {
    return panel.type().equals("stat") || query.legend().startsWith("{{")
        ? object("formula", formula)
        : object("formula", formula, "alias", query.legend().replaceAll("\\s*\\{\\{.*?}}", ""));
  }

  private static Object heatmap(Panel panel) {
    Exported metric = panel.queries().getFirst().metrics().getFirst();
    return object(
        "type",
        "heatmap",
        "title",
        panel.title(),
        "requests",
        List.of(
            object(
                "request_type",
                "histogram",
                "query",
                object(
                    "data_source",
                    "metrics",
                    "name",
                    "query1",
                    "query",
                    "histogram:" + metric.otlpName() + DatadogQuery.scope(metric, List.of())))));
  }

  private static Object marker(Double value) {
    return object("value", "y = " + value, "display_type", "error dashed");
  }

  private static List<Object> colours(String threshold, List<Double> values) {
    boolean up = Thresholds.higherIsBetter(threshold);
    return values.isEmpty()
        ? List.of()
        : List.of(
            object(
                "comparator",
                up ? "<" : ">",
                "value",
                up ? values.getFirst() : values.getLast(),
                "palette",
                "white_on_red"));
  }
}
