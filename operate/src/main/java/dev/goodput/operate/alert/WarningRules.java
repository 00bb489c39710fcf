package dev.goodput.operate.alert;

import dev.goodput.metrics.traffic.TrafficWarning;
import dev.goodput.operate.alert.RuleGroup.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Alerts about the gateway, its scrapes and the engines behind it: what makes burn alerts blind,
/// and the warning signs of saturation.
final class WarningRules {
  private static final Duration NONE = Duration.ZERO;

  private final RuleOptions options;
  private final List<Rule> rules = new ArrayList<>();

  private WarningRules(RuleOptions options) {
    this.options = options;
  }

  /// Returns the group.
  static RuleGroup group(RuleOptions options) {
    WarningRules all = new WarningRules(options);
    all.gateway();
    all.engines();
    all.signs();
    return new RuleGroup("goodput-gateway", Duration.ofMinutes(1), all.rules);
  }

  private void gateway() {
    String job = "job=\"" + options.job() + "\"";
    add(
        "GoodputGatewayDown",
        "page",
        "up{" + job + "} == 0",
        Duration.ofMinutes(2),
        "Gateway {{ $labels.instance }} cannot be scraped",
        "Requests may still be forwarded, but no SLO is measured there.");
    add(
        "GoodputScrapesMissing",
        "ticket",
        "count_over_time(goodput_records_total{" + job + "}[10m]) < 5",
        Duration.ofMinutes(15),
        "Gateway {{ $labels.instance }}: only {{ $value }} scrapes in 10 min",
        "Rates over 5 min need at least 3 scrapes; scrape every 15 to 60 s.");
    add(
        "GoodputObservationsDropped",
        "ticket",
        "sum by (instance) (increase(goodput_dropped_observations_total[10m])) > 0",
        NONE,
        "Gateway {{ $labels.instance }} dropped {{ printf \"%.0f\" $value }} observations in"
            + " 10 min",
        "All figures lack them, those of SLOs included. Forwarding is not affected.");
  }

  private void engines() {
    add(
        "GoodputEngineMetricsStale",
        "ticket",
        "count by (upstream) (goodput_engine_running_requests offset 1h)\n"
            + "unless count by (upstream) (goodput_engine_running_requests)",
        Duration.ofMinutes(5),
        "Upstream {{ $labels.upstream }}: its metrics page is not read any more",
        "The gateway read it an hour ago. Alerts about the engine cannot fire.");
    add(
        "GoodputEngineRestarted",
        "ticket",
        "sum by (upstream) (increase(goodput_engine_restarts_total[15m])) > 0",
        NONE,
        "Upstream {{ $labels.upstream }}: {{ printf \"%.0f\" $value }} restarts in 15 min",
        "The engine's counters started again from 0.");
    add(
        "GoodputKvCachePressure",
        "ticket",
        "avg by (upstream) (goodput_engine_kv_cache_usage_ratio) > 0.95",
        Duration.ofMinutes(5),
        "Upstream {{ $labels.upstream }}: KV cache {{ $value | humanizePercentage }} full",
        "Above 95 % for 5 min: the engine queues or preempts requests.");
  }

  private void signs() {
    for (TrafficWarning.Kind kind : TrafficWarning.Kind.values()) {
      boolean urgent = kind == TrafficWarning.Kind.QUEUE_GROWS;
      add(
          alert(kind),
          "ticket",
          "max by (sign) (goodput_warning_sign{sign=\"" + kind.key() + "\"}) == 1",
          Duration.ofMinutes(urgent ? 5 : 10),
          "Warning sign of saturation: " + kind.words(),
          "The gateway has seen this sign without interruption. Its live page shows the evidence.");
    }
  }

  /// Returns the name of a sign's alert: `GoodputQueueGrows`.
  private static String alert(TrafficWarning.Kind kind) {
    StringBuilder name = new StringBuilder("Goodput");
    for (String word : kind.key().split("_", -1)) {
      name.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
    }
    return name.toString();
  }

  private void add(
      String alert,
      String severity,
      String expr,
      Duration hold,
      String summary,
      String description) {
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put("severity", severity);
    rules.add(
        new Rule(
            "alert",
            alert,
            expr,
            hold,
            labels,
            options.annotations(alert, summary, description, "")));
  }
}
