package dev.goodput.operate.lint;

import dev.goodput.operate.promql.Expr.Aggregation;
import dev.goodput.operate.promql.Expr.Call;
import dev.goodput.operate.promql.Expr.Matcher;
import dev.goodput.operate.promql.Expr.Selector;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Checks of selectors: metrics, labels, bucket edges and time windows.
final class SeriesChecks {
  private static final Set<String> RANGE_FUNCTIONS =
      Set.of("rate", "irate", "increase", "delta", "deriv", "idelta");
  private static final Pattern INTEGER = Pattern.compile("\\d+");
  private static final int MIN_SCRAPES = 4;

  private final KnownMetrics known;
  private final Duration scrapeInterval;

  SeriesChecks(KnownMetrics known, Duration scrapeInterval) {
    this.known = known;
    this.scrapeInterval = scrapeInterval;
  }

  void check(LintedRule rule) {
    rule.expr()
        .all()
        .forEach(node -> {
          switch (node) {
            case Selector selector -> checkSelector(rule, selector);
            case Call call -> checkWindow(rule, call);
            case Aggregation aggregation -> checkGrouping(rule, aggregation);
            default -> {
              // Nothing to select here.
            }
          }
        });
  }

  private void checkSelector(LintedRule rule, Selector selector) {
    String metric = selector.metric();
    selector.matchers().stream()
        .filter(matcher -> matcher.label().equals("le"))
        .forEach(matcher -> checkEdge(rule, selector, matcher));
    if (known.isUnchecked(metric)) {
      return;
    }
    if (!known.contains(metric)) {
      rule.report("unknown-metric", selector, "there is no metric " + metric + known.hint(metric));
      return;
    }
    for (Matcher matcher : selector.matchers()) {
      if (!known.hasLabel(metric, matcher.label())) {
        rule.report("unknown-label", selector, unknownLabel(metric, matcher.label()));
      }
    }
  }

  private String unknownLabel(String metric, String label) {
    return "%s has no label %s; its labels are %s".formatted(metric, label, known.labelsOf(metric));
  }

  private void checkEdge(LintedRule rule, Selector selector, Matcher matcher) {
    if (!matcher.operator().equals("=") || matcher.value().equals("+Inf")) {
      return;
    }
    String value = matcher.value();
    Set<String> edges = known.edges(selector.metric());
    if (edges.contains(value)) {
      return;
    }
    if (!edges.isEmpty()) {
      String others = String.join(", ", nearest(edges, value));
      rule.report(
          "le-no-edge",
          selector,
          "%s has no bucket le=\"%s\"; near edges are %s"
              .formatted(selector.metric(), value, others));
    } else if (INTEGER.matcher(value).matches()) {
      rule.report(
          "le-no-edge",
          selector,
          "le=\"%s\" matches nothing in Prometheus 3, which writes \"%s.0\""
              .formatted(value, value));
    }
  }

  private static List<String> nearest(Set<String> edges, String value) {
    double wanted = number(value);
    return edges.stream()
        .sorted((a, b) ->
            Double.compare(
                Math.abs(Math.log(number(a) / wanted)), Math.abs(Math.log(number(b) / wanted))))
        .limit(2)
        .sorted((a, b) -> Double.compare(number(a), number(b)))
        .map(edge -> '"' + edge + '"')
        .toList();
  }

  private static double number(String edge) {
    try {
      return edge.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(edge);
    } catch (NumberFormatException _) {
      return Double.NaN;
    }
  }

  private void checkWindow(LintedRule rule, Call call) {
    if (!RANGE_FUNCTIONS.contains(call.function()) || call.parts().isEmpty()) {
      return;
    }
    if (call.parts().getFirst() instanceof Selector selector && selector.range() != null) {
      Duration least = scrapeInterval.multipliedBy(MIN_SCRAPES);
      if (selector.range().compareTo(least) < 0) {
        rule.report(
            "few-scrapes",
            call,
            "%s over %d s rests on too few scrapes: at an interval of %d s use at least %d s"
                .formatted(
                    call.function(),
                    selector.range().toSeconds(),
                    scrapeInterval.toSeconds(),
                    least.toSeconds()));
      }
    }
  }

  private void checkGrouping(LintedRule rule, Aggregation aggregation) {
    if (aggregation.without() || aggregation.labels().isEmpty()) {
      return;
    }
    List<Selector> selectors = aggregation.selectors().toList();
    boolean checked =
        !selectors.isEmpty()
            && selectors.stream()
                .allMatch(
                    each -> !known.isUnchecked(each.metric()) && known.contains(each.metric()));
    boolean relabelled =
        aggregation
            .all()
            .anyMatch(node -> node instanceof Call call && call.function().startsWith("label_"));
    if (!checked || relabelled) {
      return;
    }
    for (String label : aggregation.labels()) {
      if (selectors.stream().noneMatch(each -> known.hasLabel(each.metric(), label))) {
        rule.report(
            "unknown-label", aggregation, unknownLabel(selectors.getFirst().metric(), label));
      }
    }
  }
}
