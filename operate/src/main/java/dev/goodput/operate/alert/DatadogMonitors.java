package dev.goodput.operate.alert;

import dev.goodput.operate.slo.BurnAlert;
import dev.goodput.operate.slo.PromDuration;
import dev.goodput.operate.slo.ServiceObjective;
import dev.goodput.operate.slo.SliSource;
import dev.goodput.operate.slo.SloFile;
import dev.goodput.wire.BadSettingException;
import java.util.ArrayList;
import java.util.List;

/// Monitors for Datadog, as an array of bodies for `POST /api/v1/monitor`. They query the metrics
/// that the gateway sends over OTLP.
///
/// A metric monitor has one window, so these monitors have the long window only and end later than
/// those of Prometheus. They have the same factors and the constant part of the evidence gate.
final class DatadogMonitors {
  private static final String TOTAL = "goodput.upstream_slo_requests";
  private static final String GOOD = "goodput.upstream_slo_good_requests";

  private DatadogMonitors() {}

  /// Returns the monitors.
  ///
  /// @throws BadSettingException an SLO that Datadog's monitors cannot express
  static String of(SloFile file) {
    List<String> monitors = new ArrayList<>();
    for (ServiceObjective slo : file.objectives()) {
      if (!(slo.source() instanceof SliSource.Gateway gateway) || slo.sliceTarget().isPresent()) {
        throw new BadSettingException(
            file.name()
                + ": SLO "
                + slo.name()
                + " cannot be written for Datadog: it needs type: goodput and Occurrences");
      }
      slo.alerts().forEach(alert -> monitors.add(monitor(slo, gateway, alert)));
    }
    return "[\n" + String.join(",\n", monitors) + "\n]\n";
  }

  private static String monitor(ServiceObjective slo, SliSource.Gateway source, BurnAlert alert) {
    double budget = slo.budget().doubleValue();
    String threshold = BudgetRules.number(alert.badShare(budget));
    String window = PromDuration.text(alert.longWindow());
    String total = "sum:%s{goodput.slo:%s}.as_count()".formatted(TOTAL, source.sloClass());
    String good = "sum:%s{goodput.slo:%s}.as_count()".formatted(GOOD, source.sloClass());
    // The two extra requests keep a handful of bad ones silent, as the evidence gate does.
    String query =
        "sum(last_%s):( %s - default_zero(%s) - 2 ) / %s > %s"
            .formatted(window, total, good, total, threshold);
    String message =
        "More than %s %% of requests missed SLO %s (target %s) in %s."
            .formatted(
                BudgetRules.number(100 * alert.badShare(budget)),
                slo.name(),
                slo.targetText(),
                window);
    return """
      {
        "name": "%s: SLO %s burns its budget at %s times the even pace",
        "type": "query alert",
        "query": "%s",
        "message": "%s",
        "tags": ["slo:%s", "service:%s", "severity:%s"],
        "priority": %d,
        "options": {"thresholds": {"critical": %s}, "notify_no_data": false, "include_tags": true}
      }\
    """
        .formatted(
            alert.name(),
            slo.name(),
            BudgetRules.number(alert.factor()),
            query,
            message,
            slo.name(),
            slo.service(),
            alert.severity().replaceAll("[^\\w-]", "_"),
            alert.severity().equals("page") ? 1 : 3,
            threshold);
  }
}
