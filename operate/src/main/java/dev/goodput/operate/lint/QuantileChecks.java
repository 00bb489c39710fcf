package dev.goodput.operate.lint;

import dev.goodput.operate.promql.Expr;
import dev.goodput.operate.promql.Expr.Aggregation;
import dev.goodput.operate.promql.Expr.Binary;
import dev.goodput.operate.promql.Expr.Call;
import java.util.Set;

/// Checks of percentiles: quantiles of averages, averages of percentiles, and unreachable
/// thresholds.
final class QuantileChecks {
  private static final String QUANTILE = "histogram_quantile";
  private static final Set<String> PERCENTILES = Set.of("quantile", "percentile");
  private static final double LONGEST_SECONDS = 600;

  private QuantileChecks() {}

  static void check(LintedRule rule) {
    rule.expr()
        .all()
        .forEach(node -> {
          switch (node) {
            case Call call when call.function().equals(QUANTILE) -> checkQuantile(rule, call);
            case Call call when call.function().equals("avg_over_time") -> checkAverage(rule, call);
            case Aggregation aggregation when isAverage(aggregation) ->
                checkAverage(rule, aggregation);
            case Binary binary when binary.compares() -> checkSeconds(rule, binary);
            default -> {
              // No percentile.
            }
          }
        });
  }

  private static void checkQuantile(LintedRule rule, Call call) {
    if (call.parts().size() != 2) {
      return;
    }
    Expr buckets = call.parts().get(1);
    boolean average =
        buckets.calls("avg_over_time")
            || buckets.all().anyMatch(node -> node instanceof Aggregation each && isAverage(each));
    if (average) {
      rule.report(
          "quantile-of-averages", call, "buckets are averaged first; use sum by (le) (rate(…))");
    }
    boolean classic = buckets.selectors().anyMatch(each -> each.metric().endsWith("_bucket"));
    if (classic && buckets instanceof Aggregation sum && dropsEdge(sum)) {
      rule.report(
          "quantile-of-averages",
          call,
          "the aggregation drops le; use " + sum.operator() + " by (le)");
    }
    boolean hasRate = buckets.calls("rate", "irate", "increase");
    if (classic && !hasRate) {
      rule.report(
          "quantile-of-averages",
          call,
          "buckets without rate() count everything since the start; use rate(…[5m])");
    }
  }

  private static boolean isAverage(Aggregation aggregation) {
    return aggregation.operator().equals("avg");
  }

  private static boolean dropsEdge(Aggregation sum) {
    return sum.without() == sum.labels().contains("le");
  }

  private static void checkAverage(LintedRule rule, Expr average) {
    boolean percentile =
        average.calls(QUANTILE)
            || average
                .selectors()
                .flatMap(each -> each.matchers().stream())
                .anyMatch(each -> PERCENTILES.contains(each.label()));
    if (percentile) {
      rule.report(
          "quantile-of-averages",
          average,
          "an average of percentiles is no percentile; aggregate buckets, or use max");
    }
  }

  private static void checkSeconds(LintedRule rule, Binary comparison) {
    Double threshold = comparison.right().constant();
    boolean latency =
        comparison.left().calls(QUANTILE)
            && comparison.left().selectors().anyMatch(each -> each.metric().contains("_seconds"));
    boolean above = comparison.operator().startsWith(">");
    if (latency && above && threshold != null && threshold >= LONGEST_SECONDS) {
      rule.report(
          "unreachable-threshold",
          comparison,
          "the metric is in seconds, so %s is %s minutes; milliseconds?"
              .formatted(Numbers.plain(threshold), Numbers.plain(threshold / 60)));
    }
  }
}
