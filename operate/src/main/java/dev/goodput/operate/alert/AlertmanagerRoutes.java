package dev.goodput.operate.alert;

/// An example of an Alertmanager configuration for the generated alerts.
final class AlertmanagerRoutes {
  private AlertmanagerRoutes() {}

  /// Returns the configuration: pages and tickets to a receiver each, one notification for each
  /// SLO, and no ticket while the same SLO pages.
  static String text() {
    return """
    # Routing example for the alerts of goodput. Check it: amtool check-config FILE
    # Replace the URLs of the receivers.
    route:
      receiver: tickets
      group_by: [slo, service, alertname]
      group_wait: 30s
      group_interval: 5m
      repeat_interval: 12h
      routes:
        - matchers: ['severity="page"']
          receiver: pager
          group_by: [slo, service]
          group_wait: 0s
          repeat_interval: 1h
    inhibit_rules:
      # A page of an SLO makes its tickets superfluous.
      - source_matchers: ['severity="page"', 'slo!=""']
        target_matchers: ['severity="ticket"', 'slo!=""']
        equal: [slo, service]
      # A gateway that is down explains missing series.
      - source_matchers: ['alertname="GoodputGatewayDown"']
        target_matchers: ['alertname=~"GoodputSloAbsent|GoodputScrapesMissing"']
    receivers:
      - name: pager
        webhook_configs:
          - url: http://pager.example:9000/alerts
            send_resolved: true
      - name: tickets
        webhook_configs:
          - url: http://tickets.example:9000/alerts
            send_resolved: true
    """;
  }
}
