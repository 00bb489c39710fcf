package dev.goodput.app.watch;

import dev.goodput.app.HostFacts;
import dev.goodput.app.Secrets;
import dev.goodput.app.VersionProvider;
import dev.goodput.app.live.OwnPulse;
import dev.goodput.app.run.Judgement;
import dev.goodput.gateway.plan.LogPlan;
import dev.goodput.gateway.store.LogKind;
import dev.goodput.gateway.store.Sampling;
import dev.goodput.gateway.store.Surroundings;
import dev.goodput.gateway.store.TrafficLog;
import dev.goodput.record.ArrivalKind;
import dev.goodput.record.Manifest;
import dev.goodput.record.words.ShellText;
import dev.goodput.wire.NanoClock;
import dev.goodput.workload.arrival.Arrivals;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;

/// Where looks are kept: run directories of each server by itself.
///
/// @param plan the place and its turns
/// @param typed the command line
/// @param judgement what a reader of them judges by
/// @param clock of the records' stamps
/// @param say hears of a log that stops
record WatchLogs(
    LogPlan plan, List<String> typed, Judgement judgement, NanoClock clock, Consumer<String> say) {
  /// Begins a log.
  ///
  /// @throws dev.goodput.record.RecordException where the place takes no run directory
  void keep(SiteWatch watched, LookOptions look) {
    double rate = new Arrivals.Looks(look.everyNanos(), look.requests).rate();
    LogKind kind =
        new LogKind("watch", "looks, " + look.inputTokens + " tokens", ArrivalKind.CONSTANT, rate);
    OwnPulse pulse = new OwnPulse(watched::oldestNanos, watched::underWay);
    watched.keep(
        TrafficLog.open(
            plan,
            kind,
            Sampling.ALL,
            told(watched.site()),
            new Surroundings(clock, InstantSource.system(), pulse, say)));
  }

  private Manifest told(Site site) {
    Manifest of = site.opened().addTo(HostFacts.addTo(Manifest.empty()));
    // Of the first directory alone: each has stamps of its own.
    return judgement
        .addTo(of.without("run.origin"))
        .with("goodput.version", VersionProvider.version())
        .with("run.command", "goodput " + ShellText.join(Secrets.command(typed)))
        .with("target.model", site.model());
  }
}
