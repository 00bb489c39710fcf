package dev.goodput.operate.dashboard;

import static dev.goodput.operate.dashboard.JsonTree.object;

import dev.goodput.operate.alert.RuleOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A writer of classic dashboard JSON (schema 41) for Grafana.
final class GrafanaDashboard {
  private static final int SCHEMA = 41;
  private static final int WIDTH = 24;
  private static final int DEPTH = 2;
  private static final Map<String, @Nullable Object> PROMETHEUS =
      object("type", "prometheus", "uid", "${datasource}");

  private final Thresholds thresholds;
  private final List<Object> panels = new ArrayList<>();
  private int x;
  private int y;
  private int lineHeight;

  GrafanaDashboard(Thresholds thresholds) {
    this.thresholds = thresholds;
  }

  /// Returns the dashboard.
  String text(List<PanelRow> rows) {
    for (PanelRow row : rows) {
      place(WIDTH, 1, object("type", "row", "title", row.title(), "collapsed", false));
      for (Panel panel : row.panels()) {
        boolean stat = panel.type().equals("stat");
        place(stat ? 4 : 8, stat ? 4 : 8, panel(panel));
      }
    }
    return JsonTree.text(
        object(
            "uid",
            RuleOptions.DASHBOARD,
            "title",
            "Goodput gateway",
            "description",
            "SLOs, latency, tokens and engines, as the gateway of goodput measures them",
            "tags",
            List.of("goodput", "llm"),
            "schemaVersion",
            SCHEMA,
            "version",
            1,
            "editable",
            false,
            "graphTooltip",
            1,
            "refresh",
            "30s",
            "timezone",
            "browser",
            "time",
            object("from", "now-6h", "to", "now"),
            "annotations",
            object("list", List.of(events(), alerts())),
            "templating",
            object("list", variables()),
            "panels",
            panels),
        DEPTH);
  }

  /// Puts a panel right of the last one, or below where it does not fit. All panels of a line have
  /// one height.
  private void place(int width, int height, Map<String, @Nullable Object> panel) {
    if (x + width > WIDTH || width == WIDTH) {
      y += lineHeight;
      x = 0;
    }
    panel.put("id", panels.size() + 1);
    panel.put("gridPos", object("h", height, "w", width, "x", x, "y", y));
    panels.add(panel);
    x += width;
    lineHeight = height;
  }

  private static List<Object> variables() {
    List<Object> list = new ArrayList<>();
    list.add(
        object(
            "type", "datasource",
            "name", "datasource",
            "label", "Data source",
            "query", "prometheus"));
    list.add(variable("job", "Job", "goodput_records_total", ".+"));
    list.add(variable("instance", "Instance", "goodput_records_total{job=~\"$job\"}", ".+"));
    String all = "{job=~\"$job\",instance=~\"$instance\"}";
    list.add(variable("slo", "SLO", "goodput_upstream_slo_requests_total" + all, ".*"));
    list.add(variable("model", "Model", "goodput_requests_total" + all, ".*"));
    list.add(variable("tenant", "Tenant", "goodput_requests_total" + all, ".*"));
    list.add(variable("route", "Route", "goodput_requests_total" + all, ".*"));
    list.add(variable("upstream", "Upstream", "goodput_upstream_requests_total" + all, ".*"));
    return list;
  }

  private static Object variable(String name, String label, String series, String all) {
    String query = "label_values(" + series + ", " + name + ")";
    return object(
        "type",
        "query",
        "name",
        name,
        "label",
        label,
        "datasource",
        PROMETHEUS,
        "query",
        object("query", query, "refId", "labels"),
        "refresh",
        2,
        "sort",
        1,
        "multi",
        true,
        "includeAll",
        true,
        "allValue",
        all,
        "current",
        object("text", List.of("All"), "value", List.of("$__all")));
  }

  private static Object events() {
    String counts =
        PanelQuery.of("", "sum by (kind) (increase(goodput_events_total[$__rate_interval]))")
            .text();
    return annotation("Events", "blue", counts + " > 0", "{{kind}}");
  }

  private static Object alerts() {
    String firing = "ALERTS{alertname=~\"Goodput.*\",alertstate=\"firing\"}";
    return annotation("Alerts", "red", firing, "{{alertname}} {{slo}}");
  }

  private static Object annotation(String name, String colour, String expr, String title) {
    return object(
        "name", name,
        "enable", true,
        "iconColor", colour,
        "datasource", PROMETHEUS,
        "expr", expr,
        "titleFormat", title);
  }

  private Map<String, @Nullable Object> panel(Panel panel) {
    List<Object> targets = new ArrayList<>();
    for (PanelQuery query : panel.queries()) {
      targets.add(target(panel, query, String.valueOf((char) ('A' + targets.size()))));
    }
    Map<String, @Nullable Object> all =
        object(
            "type",
            panel.type(),
            "title",
            panel.title(),
            "description",
            panel.description(),
            "datasource",
            PROMETHEUS,
            "fieldConfig",
            object("defaults", defaults(panel), "overrides", List.of()),
            "options",
            options(panel),
            "targets",
            targets);
    if (panel.type().equals("table")) {
      all.put(
          "transformations",
          List.of(
              object("id", "organize", "options", object("excludeByName", object("Time", true)))));
    }
    return all;
  }

  private static Object target(Panel panel, PanelQuery query, String refId) {
    boolean instant = panel.type().equals("table") || query.overRange();
    String format =
        switch (panel.type()) {
          case "table" -> "table";
          case "heatmap" -> "heatmap";
          default -> "time_series";
        };
    return object(
        "refId",
        refId,
        "datasource",
        PROMETHEUS,
        "expr",
        query.text(),
        "legendFormat",
        query.legend(),
        "format",
        format,
        "instant",
        instant,
        "range",
        !instant);
  }

  private Map<String, @Nullable Object> defaults(Panel panel) {
    boolean lines = panel.type().equals("timeseries");
    List<Double> values = thresholds.of(panel.threshold());
    Map<String, @Nullable Object> defaults =
        object(
            "unit",
            panel.unit(),
            "color",
            object("mode", lines ? "palette-classic" : "thresholds"),
            "thresholds",
            object("mode", "absolute", "steps", steps(panel.threshold(), values)));
    if (lines) {
      defaults.put(
          "custom",
          object(
              "fillOpacity",
              10,
              "showPoints",
              "never",
              "thresholdsStyle",
              object("mode", values.isEmpty() ? "off" : "dashed")));
    }
    return defaults;
  }

  /// Returns the colours: green on the good side of all thresholds, red on the bad side, orange in
  /// between.
  private static List<Object> steps(String threshold, List<Double> values) {
    boolean up = Thresholds.higherIsBetter(threshold) && !values.isEmpty();
    List<Object> steps = new ArrayList<>();
    steps.add(object("color", up ? "red" : "green", "value", null));
    for (Double value : values) {
      boolean last = value.equals(values.getLast());
      String end = up ? "green" : "red";
      steps.add(object("color", last ? end : "orange", "value", value));
    }
    return steps;
  }

  private static Map<String, @Nullable Object> options(Panel panel) {
    return switch (panel.type()) {
      case "stat" ->
          object(
              "reduceOptions",
              object("calcs", List.of("lastNotNull"), "fields", "", "values", false),
              "colorMode",
              "value",
              "graphMode",
              "area",
              "textMode",
              panel.queries().getFirst().legend().contains("{{") ? "value_and_name" : "value");
      case "heatmap" ->
          object(
              "calculate", false,
              "yAxis", object("unit", panel.unit()),
              "color", object("mode", "scheme", "scheme", "Oranges", "steps", 64),
              "tooltip", object("yHistogram", true));
      case "table" -> object("showHeader", true);
      default ->
          object(
              "legend",
              object("displayMode", "list", "placement", "bottom", "showLegend", true),
              "tooltip",
              object("mode", "multi", "sort", "desc"));
    };
  }
}
