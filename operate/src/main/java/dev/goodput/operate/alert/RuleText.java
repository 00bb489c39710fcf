package dev.goodput.operate.alert;

import dev.goodput.operate.alert.RuleGroup.Rule;
import dev.goodput.operate.slo.PromDuration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// A writer of rule groups as a Prometheus rule file.
final class RuleText {
  private RuleText() {}

  /// Returns the groups as YAML.
  static String of(List<RuleGroup> groups) {
    StringBuilder text = new StringBuilder("groups:\n");
    for (RuleGroup group : groups) {
      text.append("  - name: ").append(group.name()).append('\n');
      text.append("    interval: ").append(PromDuration.text(group.interval())).append('\n');
      text.append("    rules:\n");
      group.rules().forEach(rule -> rule(text, rule));
    }
    return text.toString();
  }

  private static void rule(StringBuilder text, Rule rule) {
    text.append("      - ").append(rule.key()).append(": ").append(rule.name()).append('\n');
    text.append("        expr: |\n");
    rule.expr().lines().forEach(line -> text.append("          ").append(line).append('\n'));
    if (!rule.hold().isZero()) {
      text.append("        for: ").append(PromDuration.text(rule.hold())).append('\n');
    }
    String labels =
        rule.labels().entrySet().stream()
            .map(label -> label.getKey() + ": " + quoted(label.getValue()))
            .collect(Collectors.joining(", "));
    text.append("        labels: {").append(labels).append("}\n");
    if (!rule.annotations().isEmpty()) {
      text.append("        annotations:\n");
      for (Map.Entry<String, String> each : rule.annotations().entrySet()) {
        text.append("          %s: %s%n".formatted(each.getKey(), quoted(each.getValue())));
      }
    }
  }

  /// Returns a text as a YAML scalar, in single quotes unless it is a plain word.
  static String quoted(String text) {
    boolean plain =
        text.matches("[a-z][a-z0-9-]*") && !text.matches("y|n|yes|no|on|off|true|false|null");
    return plain ? text : "'" + text.replace("'", "''") + "'";
  }
}
