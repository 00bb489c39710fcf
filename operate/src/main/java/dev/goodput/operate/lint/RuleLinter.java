package dev.goodput.operate.lint;

import dev.goodput.gateway.config.YamlNode;
import dev.goodput.gateway.config.YamlNode.Mapping;
import dev.goodput.gateway.config.YamlNode.Member;
import dev.goodput.gateway.config.YamlNode.Scalar;
import dev.goodput.gateway.config.YamlNode.Sequence;
import dev.goodput.gateway.config.YamlReader;
import dev.goodput.operate.promql.PromqlException;
import dev.goodput.operate.promql.PromqlParser;
import dev.goodput.wire.BadSettingException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A linter for Prometheus rule files and Kubernetes `PrometheusRule` resources.
public final class RuleLinter {
  private final String file;
  private final List<String> lines;
  private final KnownMetrics known;
  private final List<LintFinding> findings = new ArrayList<>();

  private RuleLinter(String file, String text, KnownMetrics known) {
    this.file = file;
    this.lines = text.lines().toList();
    this.known = known;
  }

  /// Returns the findings of a file, by line.
  ///
  /// @param known the metrics that exist; the file's recorded metrics are added
  /// @param scrapeInterval time between scrapes
  /// @throws BadSettingException if the file is not YAML or has no groups
  public static List<LintFinding> lint(
      String file, String text, KnownMetrics known, Duration scrapeInterval) {
    RuleLinter linter = new RuleLinter(file, text, known);
    List<LintedRule> rules = linter.rules(text);
    SeriesChecks series = new SeriesChecks(known, scrapeInterval);
    for (LintedRule rule : rules) {
      series.check(rule);
      QuantileChecks.check(rule);
      ShareChecks.check(rule);
      linter.findings.addAll(rule.findings());
    }
    linter.findings.sort(Comparator.comparingInt(LintFinding::line));
    return List.copyOf(linter.findings);
  }

  private List<LintedRule> rules(String text) {
    List<LintedRule> rules = new ArrayList<>();
    boolean groups = false;
    for (Mapping document : YamlReader.readAll(file, text, "groups: [{name: …, rules: […]}]")) {
      Mapping root = child(document, "spec") instanceof Mapping spec ? spec : document;
      YamlNode list = child(root, "groups");
      groups |= list != null;
      items(list).flatMap(group -> items(child(group, "rules"))).forEach(rule -> add(rules, rule));
    }
    if (!groups) {
      throw new BadSettingException(file + " is no rule file: it has no groups");
    }
    return rules;
  }

  private void add(List<LintedRule> rules, YamlNode rule) {
    String record = text(rule, "record");
    String alert = text(rule, "alert");
    String name = alert == null ? record : alert;
    if (!(child(rule, "expr") instanceof Scalar expr) || name == null) {
      findings.add(
          new LintFinding(
              rule.position().line(), "unreadable", "rule", "needs record or alert, and expr"));
      return;
    }
    if (record != null) {
      known.addRecorded(record);
    }
    int line = firstLine(expr);
    try {
      rules.add(
          new LintedRule(
              name, alert != null, expr.value(), line, PromqlParser.parse(expr.value())));
    } catch (PromqlException e) {
      int at = LintedRule.lineOf(expr.value(), line, e.at());
      findings.add(
          new LintFinding(at, "unreadable", name, "expr cannot be read: " + e.getMessage()));
    }
  }

  /// Returns the line on which a query starts; a block scalar starts on the line after its `|` or
  /// `>`.
  private int firstLine(Scalar expr) {
    int line = expr.position().line();
    String source = line <= lines.size() ? lines.get(line - 1).stripTrailing() : "";
    return source.matches(".*[|>][-+0-9]*(\\s+#.*)?") && !expr.value().isBlank() ? line + 1 : line;
  }

  private static @Nullable YamlNode child(YamlNode node, String key) {
    Member field = node instanceof Mapping mapping ? mapping.entries().get(key) : null;
    return field == null ? null : field.value();
  }

  private static @Nullable String text(YamlNode node, String key) {
    return child(node, key) instanceof Scalar text ? text.value() : null;
  }

  private static Stream<YamlNode> items(@Nullable YamlNode node) {
    return node instanceof Sequence sequence ? sequence.items().stream() : Stream.empty();
  }
}
