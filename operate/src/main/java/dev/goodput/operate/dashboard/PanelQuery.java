package dev.goodput.operate.dashboard;

import dev.goodput.operate.promql.Expr;
import dev.goodput.operate.promql.Expr.Selector;
import dev.goodput.operate.promql.PromqlException;
import dev.goodput.operate.promql.PromqlParser;
import dev.goodput.record.words.WordSuggestion;
import dev.goodput.telemetry.metric.MetricCatalogue;
import dev.goodput.telemetry.metric.MetricCatalogue.Exported;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// A query of a panel, in which the matchers of the dashboard's variables are filled in.
///
/// @param legend text of the legend, with `{{label}}` for a label's value
/// @param text PromQL for Grafana
/// @param expr the query with a fixed window instead of Grafana's variables
/// @param metrics the metrics that it reads, without `up` and recorded series
record PanelQuery(String legend, String text, Expr expr, List<Exported> metrics) {
  /// The labels that dashboards have a variable for, in addition to `job` and `instance`.
  static final List<String> VARIABLES = List.of("model", "tenant", "route", "upstream", "slo");

  private static final String RECORDED = "slo:goodput_slo_";

  PanelQuery {
    metrics = List.copyOf(metrics);
  }

  /// Fills in the matchers and checks each metric and label.
  ///
  /// @throws IllegalArgumentException a query that cannot be read, or an unknown metric or label
  static PanelQuery of(String legend, String written) {
    List<Selector> selectors = parse(written).selectors().toList();
    Set<Exported> metrics = new HashSet<>();
    StringBuilder filled = new StringBuilder(written);
    for (Selector selector : selectors.reversed()) {
      String name = selector.metric();
      if (name.startsWith(RECORDED)) {
        continue;
      }
      List<String> labels = List.of();
      if (!name.equals("up")) {
        Exported metric = metric(name);
        labels = metric.labels();
        metrics.add(metric);
      }
      for (Expr.Matcher matcher : selector.matchers()) {
        check(matcher.label(), name, labels);
      }
      insert(filled, selector, labels);
    }
    Expr expr = parse(filled.toString());
    groupings(expr);
    return new PanelQuery(
        legend,
        filled.toString(),
        expr,
        metrics.stream().sorted(Comparator.comparing(Exported::name)).toList());
  }

  /// Parses a query. Windows of the same length stand for Grafana's variables, so that positions
  /// remain right.
  private static Expr parse(String text) {
    String fixed =
        text.replace("$__rate_interval", "5m              ").replace("$__range", "1h      ");
    try {
      return PromqlParser.parse(fixed);
    } catch (PromqlException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static void insert(StringBuilder text, Selector selector, List<String> labels) {
    StringBuilder matchers = new StringBuilder("job=~\"$job\",instance=~\"$instance\"");
    VARIABLES.stream()
        .filter(labels::contains)
        .forEach(label -> matchers.append("," + label + "=~\"$" + label + "\""));
    int end = selector.at() + selector.metric().length();
    if (selector.matchers().isEmpty()) {
      text.insert(end, "{" + matchers + "}");
    } else {
      text.insert(end + 1, matchers + ",");
    }
  }

  /// Returns the metric of a name in a query.
  ///
  /// @throws IllegalArgumentException an unknown name
  static Exported metric(String name) {
    return MetricCatalogue.exported().stream()
        .filter(metric ->
            metric.histogram()
                ? List.of("_bucket", "_sum", "_count").stream()
                    .anyMatch(end -> name.equals(metric.name() + end))
                : name.equals(metric.name()))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "the gateway exports no metric "
                    + name
                    + WordSuggestion.hint(
                        name, MetricCatalogue.exported().stream().map(Exported::name).toList())));
  }

  private static void check(String label, String metric, List<String> labels) {
    if (!labels.contains(label)) {
      throw new IllegalArgumentException(
          metric + " has no label " + label + "; it has " + String.join(", ", labels));
    }
  }

  /// Checks that each label of `by (…)` is one of a metric that is aggregated.
  private static void groupings(Expr expr) {
    expr.all()
        .filter(Expr.Aggregation.class::isInstance)
        .map(Expr.Aggregation.class::cast)
        .forEach(aggregation -> {
          for (Selector selector : aggregation.selectors().toList()) {
            Stream<String> own =
                aggregation.labels().stream()
                    .filter(label -> !List.of("le", "job", "instance").contains(label));
            own.forEach(
                label -> check(label, selector.metric(), metric(selector.metric()).labels()));
          }
        });
  }

  /// Returns the names of the recorded series that the query reads.
  List<String> recorded() {
    return expr.selectors()
        .map(Selector::metric)
        .filter(name -> name.startsWith(RECORDED))
        .toList();
  }

  /// Returns whether the query has one value for the time range of the dashboard.
  boolean overRange() {
    return text.contains("$__range");
  }
}
