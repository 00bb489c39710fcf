package dev.goodput.operate.alert;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// What rules need to know about their surroundings.
///
/// @param job the value of the label `job` of the gateway's scrapes
/// @param docs the address of the directory `docs`, for runbook links
/// @param grafana the address of Grafana, for dashboard links
public record RuleOptions(String job, String docs, String grafana) {
  /// The UID of the dashboard of the gateway.
  public static final String DASHBOARD = "goodput-gateway";

  /// The page of the docs with a section for each alert.
  static final String RUNBOOK = "how-to/alert-runbook.md";

  /// Returns the annotations of an alert.
  ///
  /// @param variables the dashboard's variables as `var-slo=chat`
  Map<String, String> annotations(
      String alert, String summary, String description, String variables) {
    Map<String, String> annotations = new LinkedHashMap<>();
    annotations.put("summary", summary);
    annotations.put("description", description);
    String query = variables.isEmpty() ? "" : "?" + variables;
    annotations.put("dashboard", grafana + "/d/" + DASHBOARD + query);
    annotations.put("runbook_url", docs + "/" + RUNBOOK + "#" + alert.toLowerCase(Locale.ROOT));
    return annotations;
  }
}
