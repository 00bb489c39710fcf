package dev.goodput.fleet;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.slo.SloSyntaxException;
import dev.goodput.metrics.traffic.TrafficPlan;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/// The option that names the SLOs.
final class SloOptions {
  @Option(
      names = "--slo",
      paramLabel = "CLASS=SLO",
      description =
          "SLO of a class, as in: --slo chat='ttft<=300ms, tpot<=30ms'. An empty class judges the"
              + " requests of no other class.")
  private Map<String, String> slos = new LinkedHashMap<>();

  /// Returns a plan with the SLOs.
  ///
  /// @throws FleetException if one is invalid
  TrafficPlan plan() {
    TrafficPlan plan = TrafficPlan.DEFAULTS;
    for (Map.Entry<String, String> each : slos.entrySet()) {
      try {
        plan = plan.withSlo(each.getKey(), Slo.parse(each.getValue()));
      } catch (SloSyntaxException e) {
        throw new FleetException("--slo " + each.getKey() + ": " + e.getMessage(), e);
      }
    }
    return plan;
  }
}
