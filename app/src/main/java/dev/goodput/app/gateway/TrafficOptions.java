package dev.goodput.app.gateway;

import dev.goodput.app.NextCommandRole;
import dev.goodput.app.ShareConverter;
import dev.goodput.app.run.SloArgument;
import dev.goodput.gateway.plan.AccountingPlan;
import dev.goodput.gateway.plan.CapturePlan;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.LogPlan;
import dev.goodput.gateway.plan.OtlpPlan;
import dev.goodput.gateway.plan.SloClass;
import dev.goodput.gateway.plan.StoragePlan;
import dev.goodput.gateway.plan.TelemetryPlan;
import dev.goodput.runner.Checks;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options for judging and storing traffic.
final class TrafficOptions {
  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--slo",
      paramLabel = "SLO",
      description = "preset, expression (p95 ttft<=200ms, tpot<=50ms) or SLO file (default: chat)")
  @Nullable String slo;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--pace",
      paramLabel = "TOK/S",
      description = "reading speed in tokens/s (default: 5)")
  @Nullable Double pace;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--log",
      paramLabel = "DIR",
      description = "write request records to run directories in DIR, for report and compare")
  @Nullable Path log;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--log-share",
      paramLabel = "SHARE",
      converter = ShareConverter.class,
      description = "share of requests to record (default: 100%%)")
  @Nullable Double logShare;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--capture",
      paramLabel = "FILE",
      description = "write the traffic as a workload without its text, for bench --workload")
  @Nullable Path capture;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--otlp",
      paramLabel = "URL",
      description = "send metrics and traces to this OpenTelemetry collector over HTTP")
  @Nullable String otlp;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--telemetry",
      paramLabel = "URL",
      description =
          "send every exchange as an event to Kafka: kafka://BROKER:9092/TOPIC; needs the fleet"
              + " archive (docs/how-to/fleet.md)")
  @Nullable String telemetry;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--telemetry-partials",
      description =
          "send partial roll-ups of 10 s to TOPIC, and the events to TOPIC.events; for many"
              + " requests per second")
  boolean telemetryPartials;

  /// Returns whether any of these options was typed.
  boolean typed() {
    return slo != null
        || pace != null
        || log != null
        || logShare != null
        || capture != null
        || otlp != null
        || telemetry != null
        || telemetryPartials;
  }

  /// Returns the class that requests are judged by.
  ///
  /// @throws dev.goodput.runner.AppException.Usage an SLO that cannot be parsed
  SloClass sloClass() {
    SloArgument argument = SloArgument.of(slo == null ? "chat" : slo);
    return new SloClass(argument.sloClass(), argument.slo());
  }

  /// Returns the plan with these options.
  ///
  /// @throws dev.goodput.runner.AppException.Usage an invalid value
  GatewayPlan over(GatewayPlan plan) {
    Checks.refuse(logShare != null && log == null, "--log-share needs --log DIR");
    AccountingPlan old = plan.accounting();
    OtlpPlan collector = otlp == null ? old.otlp() : collector(otlp);
    Checks.refuse(
        telemetryPartials && telemetry == null, "--telemetry-partials needs --telemetry URL");
    TelemetryPlan events = telemetry == null ? old.telemetry() : events(telemetry);
    double reader = pace == null ? old.paceTps() : pace;
    AccountingPlan accounting =
        PlanChecks.planned(
            "--pace",
            () ->
                new AccountingPlan(
                    old.prices(),
                    old.labels(),
                    reader,
                    old.attainmentTarget(),
                    collector,
                    old.alerts(),
                    events));
    CapturePlan captured = capture == null ? null : CapturePlan.to(capture);
    return plan.withStorage(new StoragePlan(logPlan(), captured)).withAccounting(accounting);
  }

  private TelemetryPlan events(String url) {
    TelemetryPlan plan = PlanChecks.planned("--telemetry", () -> TelemetryPlan.to(url));
    return telemetryPartials ? plan.withPartials() : plan;
  }

  private static OtlpPlan collector(String url) {
    return PlanChecks.planned("--otlp", () -> OtlpPlan.to(url));
  }

  private @Nullable LogPlan logPlan() {
    if (log == null) {
      return null;
    }
    LogPlan usual = LogPlan.in(log);
    double share = logShare == null ? usual.share() : logShare;
    return PlanChecks.planned(
        "--log-share",
        () ->
            new LogPlan(
                usual.directory(),
                share,
                usual.rotateBytes(),
                usual.rotateNanos(),
                usual.capBytes(),
                usual.always()));
  }
}
