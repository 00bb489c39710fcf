package dev.goodput.monitor.gateway;

import dev.goodput.gateway.plan.AdminPlan;
import dev.goodput.gateway.plan.AlertsPlan;
import dev.goodput.gateway.plan.CapturePlan;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.Listener;
import dev.goodput.gateway.plan.LogPlan;
import dev.goodput.gateway.plan.OtlpPlan;
import dev.goodput.gateway.plan.Routing.Route;
import dev.goodput.gateway.plan.Routing.RouteMatch;
import dev.goodput.gateway.plan.SloClass;
import dev.goodput.gateway.plan.TelemetryPlan;
import dev.goodput.gateway.plan.Upstream;
import dev.goodput.operate.slo.ServiceObjective;
import dev.goodput.record.words.Quantities;
import dev.goodput.report.words.Figures;
import dev.goodput.wire.client.MaskedUrl;
import dev.goodput.wire.client.ProxyVariables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The text that describes a plan to people.
public final class PlanText {
  private PlanText() {}

  /// Returns the complete description, for `--check`.
  public static List<String> of(GatewayPlan plan) {
    List<String> lines = new ArrayList<>();
    lines.add(" clients   " + plan.listen().shown() + ", " + protection(plan.listen()));
    lines.add(" admin     " + plan.admin().listen().shown() + ", " + admission(plan.admin()));
    plan.upstreams().forEach(upstream -> lines.add(" upstream  " + upstream(upstream)));
    plan.routing().routes().forEach(route -> lines.add(" route     " + route(route)));
    plan.routing().sloClasses().forEach(each -> lines.add(" slo       " + sloClass(each)));
    LogPlan log = plan.storage().log();
    CapturePlan capture = plan.storage().capture();
    OtlpPlan otlp = plan.accounting().otlp();
    AlertsPlan alerts = plan.accounting().alerts();
    if (alerts != null) {
      plan.routing()
          .sloClasses()
          .forEach(each -> lines.add(" alerts    " + alert(each, plan, alerts)));
      alerts.receivers().forEach(each -> lines.add(" alerts    to " + receiver(each)));
    }
    lines.add(
        " log       "
            + (log == null
                ? "none: figures are kept in memory only"
                : log.directory() + ", " + Figures.share(log.share()) + " of the exchanges"));
    if (capture != null) {
      lines.add(" capture   " + capture.file());
    }
    if (otlp != null) {
      lines.add(" otlp      " + MaskedUrl.address(otlp.endpoint().toString()));
    }
    TelemetryPlan telemetry = plan.accounting().telemetry();
    if (telemetry != null) {
      lines.add(" events    " + telemetry.url() + (telemetry.partials() ? ", as partials" : ""));
    }
    return lines;
  }

  /// Returns a warning for each proxy variable of the environment that would apply to upstreams but
  /// is not used. The proxy's address is not shown, because it may hold a password.
  public static List<String> unusedProxies(GatewayPlan plan, Map<String, String> environment) {
    SortedMap<String, List<String>> byVariable = new TreeMap<>();
    for (Upstream each : plan.upstreams()) {
      ProxyVariables.applicable(each.url(), environment)
          .ifPresent(
              name -> byVariable.computeIfAbsent(name, _ -> new ArrayList<>()).add(each.name()));
    }
    List<String> lines = new ArrayList<>();
    byVariable.forEach((name, upstreams) ->
        lines.add(
            ("the environment variable %s names a proxy, which is not used: the gateway connects"
                    + " directly to upstream %s")
                .formatted(name, String.join(", ", upstreams))));
    return lines;
  }

  /// Returns the two header lines above the figures.
  ///
  /// @param port the port for clients
  /// @param adminUrl the URL of the live page
  static List<String> head(GatewayPlan plan, int port, String adminUrl) {
    String to =
        plan.upstreams().size() == 1
            ? MaskedUrl.address(plan.upstreams().getFirst().url().toString())
            : Figures.counted(plan.upstreams().size(), "upstream");
    Listener listen = new Listener(plan.listen().host(), port, plan.listen().tls());
    return List.of("goodput gateway  " + listen.shown() + " → " + to, " live page  " + adminUrl);
  }

  /// Returns within which time a total outage of a class pages. A target that leaves no budget has
  /// no alerts.
  private static String alert(SloClass sloClass, GatewayPlan plan, AlertsPlan alerts) {
    Long within = alerts.pageWithinNanos();
    ServiceObjective slo =
        ServiceObjective.ofClass(
            sloClass.name(),
            sloClass.slo(),
            plan.accounting().attainmentTarget(),
            within == null ? null : Duration.ofNanos(within));
    return slo.alerts().isEmpty()
        ? "%s: none, because %s leaves no budget to burn".formatted(slo.name(), slo.targetText())
        : "%s: a total outage pages within %s"
            .formatted(slo.name(), Quantities.format(slo.pageWithin()));
  }

  /// The address is not shown, because it may be the secret itself.
  private static String receiver(AlertsPlan.Receiver receiver) {
    String severities =
        receiver.severities().stream()
            .map(AlertsPlan.Severity::key)
            .sorted()
            .collect(Collectors.joining(", "));
    return "%s (%s): %s".formatted(receiver.name(), receiver.form().key(), severities);
  }

  private static String protection(Listener listen) {
    return listen.tls() == null ? "plain HTTP" : "TLS";
  }

  private static String admission(AdminPlan admin) {
    String who = admin.listen().loopback() ? "this machine only" : "other machines too";
    String token = admin.token() == null ? "no token" : "figures with a token only";
    return protection(admin.listen()) + ", " + who + ", " + token;
  }

  private static String upstream(Upstream upstream) {
    String metrics =
        upstream.metrics().isEmpty()
            ? ""
            : ", " + Figures.counted(upstream.metrics().size(), "page") + " of metrics";
    String insecure = upstream.tls().insecure() ? ", any certificate" : "";
    return upstream.name()
        + " at "
        + MaskedUrl.address(upstream.url().toString())
        + insecure
        + metrics;
  }

  private static String route(Route route) {
    return route.name()
        + ": "
        + match(route.match())
        + " → "
        + route.upstream()
        + ", judged by "
        + route.sloClass();
  }

  private static String match(RouteMatch match) {
    List<String> parts = new ArrayList<>();
    if (!match.pathPrefix().isEmpty()) {
      parts.add("path " + match.pathPrefix());
    }
    if (!match.model().isEmpty()) {
      parts.add("model " + match.model());
    }
    if (!match.header().isEmpty()) {
      String value = match.headerValue().isEmpty() ? "" : ": " + match.headerValue();
      parts.add("header " + match.header() + value);
    }
    return parts.isEmpty() ? "all other requests" : String.join(" and ", parts);
  }

  private static String sloClass(SloClass each) {
    return each.name() + ": " + each.slo().expression();
  }
}
