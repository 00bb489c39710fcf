package dev.goodput.lab.hop;

import dev.goodput.metrics.hop.Finding;
import dev.goodput.metrics.hop.ProxyCheck;
import dev.goodput.wire.NanoClock;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// Probes of behaviour: what of a stream's duties a proxy does. What it adds in time is measured by
/// pairs of runs, beside this ([dev.goodput.metrics.hop.Delays]).
public final class Hop {
  private Hop() {}

  /// Asks on the calling thread, one question at a time.
  ///
  /// @param listener hears of each duty before it is looked at
  /// @param goesOn whether the next duty is wanted; one that is not cannot be told
  /// @return a finding for each duty that was looked at or could not be, but the delay
  public static List<Finding> probe(
      HopPlan plan, NanoClock clock, Consumer<ProxyCheck> listener, BooleanSupplier goesOn) {
    ProbeTools probing =
        new ProbeTools(plan.direct(), plan.via(), plan.directModel(), plan.viaModel(), clock);
    Probes probes = new Probes(probing, listener, goesOn);
    Upstream upstream = plan.upstream();
    return upstream == null ? probes.of(plan.running()) : probes.embedded(upstream);
  }
}
