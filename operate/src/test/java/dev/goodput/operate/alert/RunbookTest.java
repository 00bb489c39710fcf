package dev.goodput.operate.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.operate.slo.SloFile;
import dev.goodput.operate.slo.SloTemplate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class RunbookTest {
  private static final RuleOptions OPTIONS = new RuleOptions("goodput", "docs", "");

  @Test
  void everyAlertHasASection() throws Exception {
    String requests = SloTemplate.of(Slo.parse("chat"));
    String slices =
        requests
            .replace("budgetingMethod: Occurrences", "budgetingMethod: Timeslices")
            .replace("target: 0.95", "target: 0.99\n      timeSliceTarget: 0.95");
    String rules =
        PrometheusRules.of(SloFile.parse("a", requests), OPTIONS)
            + PrometheusRules.of(SloFile.parse("b", slices), OPTIONS);
    List<String> alerts =
        Pattern.compile("alert: (\\w+)").matcher(rules).results().map(m -> m.group(1)).toList();
    assertThat(alerts).hasSizeGreaterThan(20);
    List<String> runbook = Files.readAllLines(Path.of("../docs", RuleOptions.RUNBOOK));
    assertThat(runbook).containsAll(alerts.stream().map(alert -> "## " + alert).toList());
  }
}
