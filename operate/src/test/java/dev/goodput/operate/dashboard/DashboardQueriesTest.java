package dev.goodput.operate.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.operate.alert.PrometheusRules;
import dev.goodput.operate.alert.Promtool;
import dev.goodput.operate.alert.RuleOptions;
import dev.goodput.operate.lint.KnownMetrics;
import dev.goodput.operate.lint.LintFinding;
import dev.goodput.operate.lint.RuleLinter;
import dev.goodput.operate.slo.SloFile;
import dev.goodput.operate.slo.SloTemplate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The queries of the Grafana dashboard, by other readers: promtool, and the linter of rules, which
/// knows the metrics and labels that the gateway exports.
final class DashboardQueriesTest {
  @TempDir Path dir;

  private static String asRules(List<String> queries) {
    StringBuilder rules = new StringBuilder("groups:\n  - name: panels\n    rules:\n");
    for (String query : queries) {
      rules.append("      - record: panel:").append(rules.length()).append('\n');
      rules.append("        expr: |\n          ").append(query).append('\n');
    }
    return rules.toString();
  }

  @Test
  @Tag("real")
  void promtoolReadsEveryQuery() throws Exception {
    assumeTrue(Promtool.installed(), Promtool.MISSING);
    List<String> queries = Document.of(DashboardFormat.GRAFANA).queries();
    Files.writeString(dir.resolve("panels.yaml"), asRules(queries));
    assertThat(Promtool.run(dir, "check", "rules", "panels.yaml"))
        .contains("SUCCESS: " + queries.size() + " rules found");
  }

  /// The linter's one finding is a difference of counters that both start at 0, which is why they
  /// cannot vanish one by one.
  @Test
  void everyMetricAndLabelExists() {
    String rules = asRules(Document.of(DashboardFormat.GRAFANA).queries());
    assertThat(RuleLinter.lint("r", rules, new KnownMetrics(), Duration.ofSeconds(15)))
        .extracting(LintFinding::check)
        .containsExactly("vanishing-ratio");
  }

  @Test
  void theRulesRecordWhatThePanelsRead() {
    String text = SloTemplate.of(Slo.parse("chat")).replace("duration: 28d", "duration: 30d");
    SloFile slo = SloFile.parse("slo.yaml", text);
    String rules = PrometheusRules.of(slo, new RuleOptions("goodput", "docs", ""));
    List<String> recorded =
        Pattern.compile("slo:\\w+:\\w+")
            .matcher(String.join("\n", Document.read(DashboardFormat.GRAFANA.text(slo)).queries()))
            .results()
            .map(found -> found.group())
            .distinct()
            .toList();
    assertThat(recorded).contains("slo:goodput_slo_budget_left:ratio30d").hasSize(2);
    assertThat(recorded).allMatch(name -> rules.contains("record: " + name + "\n"));
  }
}
