package dev.goodput.lab.hop;

import dev.goodput.metrics.hop.CheckFinding;
import dev.goodput.metrics.hop.ProxyCheck;
import dev.goodput.wire.NanoClock;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// Probes of a proxy's behaviour with streams. The latency that the proxy adds is measured
/// separately, by pairs of runs ([dev.goodput.metrics.hop.Delays]).
public final class Hop {
  private Hop() {}

  /// Runs the probes on the calling thread, one request at a time.
  ///
  /// @param listener receives each check before it starts
  /// @param continues whether to run the next check; a check that is not run is inconclusive
  /// @return a finding for each check that was run or could not be run, except the delay
  public static List<CheckFinding> probe(
      HopPlan plan, NanoClock clock, Consumer<ProxyCheck> listener, BooleanSupplier continues) {
    ProbeTools probing =
        new ProbeTools(plan.direct(), plan.via(), plan.directModel(), plan.viaModel(), clock);
    ProxyCheckRunner probes = new ProxyCheckRunner(probing, listener, continues);
    ProbeUpstream upstream = plan.upstream();
    return upstream == null ? probes.of(plan.running()) : probes.embedded(upstream);
  }
}
