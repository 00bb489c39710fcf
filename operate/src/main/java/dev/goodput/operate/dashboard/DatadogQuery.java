package dev.goodput.operate.dashboard;

import static dev.goodput.operate.dashboard.JsonTree.object;

import dev.goodput.operate.promql.Expr;
import dev.goodput.operate.promql.Expr.Aggregation;
import dev.goodput.operate.promql.Expr.Binary;
import dev.goodput.operate.promql.Expr.Call;
import dev.goodput.operate.promql.Expr.Selector;
import dev.goodput.telemetry.metric.MetricCatalogue.Exported;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A translator of a panel's PromQL into a formula and metric queries of Datadog.
final class DatadogQuery {
  private final List<Object> queries;
  private final String type;

  /// Creates a translator for one formula.
  ///
  /// @param queries receives the queries that the formula names
  /// @param type type of the panel; a `stat` shows one number, so it is not grouped
  DatadogQuery(List<Object> queries, String type) {
    this.queries = queries;
    this.type = type;
  }

  /// Returns the formula of an expression; empty if it reads a series that Datadog does not have.
  Optional<String> formula(Expr expr) {
    return switch (expr) {
      case Expr.NumberLiteral number ->
          Optional.of(
              number.value() == Math.rint(number.value())
                  ? Long.toString((long) number.value())
                  : Double.toString(number.value()));
      case Binary binary -> {
        Optional<String> left = formula(binary.left());
        Optional<String> right = formula(binary.right());
        yield left.isEmpty() || right.isEmpty()
            ? Optional.empty()
            : Optional.of("(" + left.get() + " " + binary.operator() + " " + right.get() + ")");
      }
      case Aggregation aggregation -> aggregated(aggregation);
      case Call call when call.function().equals("histogram_quantile") -> quantile(call);
      default -> Optional.empty();
    };
  }

  private Optional<String> aggregated(Aggregation aggregation) {
    return switch (aggregation.parts().getFirst()) {
      case Call call when call.function().equals("rate") ->
          query(aggregation.operator(), call, aggregation.labels(), ".as_rate()", "avg");
      case Call call when call.function().equals("increase") ->
          query(aggregation.operator(), call, aggregation.labels(), ".as_count()", "sum");
      case Selector selector ->
          query(aggregation.operator(), selector, aggregation.labels(), "", "avg");
      default -> Optional.empty();
    };
  }

  /// Datadog stores histograms as distributions, which have percentiles.
  private Optional<String> quantile(Call call) {
    Double share = call.parts().getFirst().constant();
    if (share == null || !(call.parts().getLast() instanceof Aggregation buckets)) {
      return Optional.empty();
    }
    List<String> labels = buckets.labels().stream().filter(each -> !each.equals("le")).toList();
    return query("p" + Math.round(share * 100), buckets, labels, "", "avg");
  }

  private Optional<String> query(
      String aggregation, Expr from, List<String> labels, String function, String aggregator) {
    Selector selector = from.selectors().findFirst().orElseThrow();
    Exported metric = PanelQuery.metric(selector.metric());
    List<String> tags = type.equals("stat") ? List.of() : labels.stream().map(this::tag).toList();
    String by = tags.isEmpty() ? "" : " by {" + String.join(",", tags) + "}";
    String name = "query" + (queries.size() + 1);
    String query =
        aggregation + ":" + metric.otlpName() + scope(metric, selector.matchers()) + by + function;
    queries.add(
        type.equals("timeseries")
            ? object("data_source", "metrics", "name", name, "query", query)
            : object(
                "data_source", "metrics", "name", name, "query", query, "aggregator", aggregator));
    return Optional.of(name);
  }

  /// Datadog's agent and exporter map the sender to its host.
  private String tag(String label) {
    return label.equals("instance") ? "host" : Exported.otlpLabel(label);
  }

  /// Returns the template variables of a metric's labels and the conditions on other labels.
  static String scope(Exported metric, List<Expr.Matcher> matchers) {
    List<String> parts = new ArrayList<>();
    PanelQuery.VARIABLES.stream()
        .filter(metric.labels()::contains)
        .forEach(label -> parts.add("$" + label));
    matchers.stream()
        .filter(matcher -> matcher.operator().equals("="))
        .forEach(matcher -> parts.add(Exported.otlpLabel(matcher.label()) + ":" + matcher.value()));
    return parts.isEmpty() ? "{*}" : "{" + String.join(",", parts) + "}";
  }
}
