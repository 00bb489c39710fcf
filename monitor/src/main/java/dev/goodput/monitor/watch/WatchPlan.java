package dev.goodput.monitor.watch;

import dev.goodput.gateway.plan.AdminPlan;
import dev.goodput.gateway.plan.LogPlan;
import dev.goodput.gateway.plan.OtlpPlan;
import dev.goodput.gateway.plan.SloClass;
import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.metrics.traffic.TrafficLabel;
import dev.goodput.metrics.traffic.TrafficPlan;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What a watch does.
///
/// @param schedule when to probe each server, and with what requests
/// @param slo the SLO of the probes, with its name
/// @param judgement the criteria that decide the conclusion and that readers of the logs judge by
/// @param admin where to serve the admin pages; null if they are off
/// @param otlp the OpenTelemetry collector; null for none
/// @param log where to store records; null if they are not stored
public record WatchPlan(
    ProbeSchedule schedule,
    SloClass slo,
    Judgement judgement,
    @Nullable AdminPlan admin,
    @Nullable OtlpPlan otlp,
    @Nullable LogPlan log) {
  /// Returns the share of good requests that the SLO requires.
  double attainment() {
    return judgement.options().attainmentTarget();
  }

  /// Returns the plan of the meter.
  ///
  /// @param servers the names of the servers
  TrafficPlan traffic(Set<String> servers) {
    TrafficPlan usual = TrafficPlan.DEFAULTS;
    return new TrafficPlan(
            new TreeMap<>(),
            null,
            attainment(),
            usual.prices(),
            usual.hourlyCosts(),
            usual.currency(),
            usual.paceTps(),
            usual.labelValues(),
            usual.seriesLimit(),
            usual.windowBytes(),
            usual.known())
        .withSlo(slo.name(), slo.slo())
        .withKnown(TrafficLabel.UPSTREAM, servers);
  }
}
