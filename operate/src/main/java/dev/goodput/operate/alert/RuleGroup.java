package dev.goodput.operate.alert;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/// A group of rules that Prometheus evaluates one after another.
///
/// @param name unique in the file
/// @param interval time between evaluations
/// @param rules in the order of evaluation
record RuleGroup(String name, Duration interval, List<Rule> rules) {
  RuleGroup {
    rules = List.copyOf(rules);
  }

  /// A recording or alerting rule.
  ///
  /// @param key `record` or `alert`
  /// @param name of the recorded series or of the alert
  /// @param expr PromQL, on one or more lines
  /// @param hold `for` of an alert; zero for none
  /// @param labels of the series or alert
  /// @param annotations of an alert
  record Rule(
      String key,
      String name,
      String expr,
      Duration hold,
      Map<String, String> labels,
      Map<String, String> annotations) {
    static Rule record(String name, String slo, String expr) {
      return new Rule("record", name, expr, Duration.ZERO, Map.of("slo", slo), Map.of());
    }
  }
}
