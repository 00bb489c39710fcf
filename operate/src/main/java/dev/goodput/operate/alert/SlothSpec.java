package dev.goodput.operate.alert;

import dev.goodput.operate.slo.ServiceObjective;
import dev.goodput.operate.slo.SliSource;
import dev.goodput.operate.slo.SloFile;
import java.util.LinkedHashMap;
import java.util.Map;

/// SLO files for Sloth (`prometheus/v1`), for users who already generate their rules with it.
final class SlothSpec {
  private SlothSpec() {}

  /// Returns one document for each service.
  static String of(SloFile file) {
    Map<String, StringBuilder> byService = new LinkedHashMap<>();
    for (ServiceObjective slo : file.objectives()) {
      byService
          .computeIfAbsent(slo.service(), SlothSpec::head)
          .append(
              """
                - name: %1$s
                  objective: %2$s
                  description: %3$s
                  sli:
                    events:
                      error_query: %4$s
                      total_query: %5$s
                  alerting:
                    name: GoodputBudgetBurn
                    page_alert: {labels: {severity: page}}
                    ticket_alert: {labels: {severity: ticket}}
              """
                  .formatted(
                      slo.name(),
                      slo.target().movePointRight(2).stripTrailingZeros().toPlainString(),
                      RuleText.quoted(description(slo.source())),
                      RuleText.quoted(slo.source().bad("rate", "{{.window}}")),
                      RuleText.quoted(slo.source().total("rate", "{{.window}}"))));
    }
    return "# Windows and factors are Sloth's. Sloth has no evidence gate and does not check that"
        + " a\n"
        + "# factor is reachable: see docs/reference/slo-file.md\n"
        + String.join("---\n", byService.values());
  }

  private static StringBuilder head(String service) {
    return new StringBuilder("version: prometheus/v1\nservice: " + service + "\nslos:\n");
  }

  private static String description(SliSource source) {
    return source instanceof SliSource.Gateway gateway && gateway.slo() != null
        ? gateway.slo().expression()
        : "counters of Prometheus";
  }
}
