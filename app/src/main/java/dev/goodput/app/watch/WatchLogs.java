package dev.goodput.app.watch;

import dev.goodput.app.HostFacts;
import dev.goodput.app.Secrets;
import dev.goodput.app.VersionProvider;
import dev.goodput.app.live.ProcessHealth;
import dev.goodput.app.run.Judgement;
import dev.goodput.gateway.plan.LogPlan;
import dev.goodput.gateway.store.LogEnvironment;
import dev.goodput.gateway.store.LogKind;
import dev.goodput.gateway.store.Sampling;
import dev.goodput.gateway.store.TrafficLog;
import dev.goodput.record.ArrivalKind;
import dev.goodput.record.Manifest;
import dev.goodput.record.words.ShellText;
import dev.goodput.wire.NanoClock;
import dev.goodput.workload.arrival.Arrivals;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;

/// The logs of the probes: separate run directories for each server.
///
/// @param plan the storage directory and its rotation
/// @param typed the command line
/// @param judgement the criteria that readers of the logs judge by
/// @param clock the clock of the records' stamps
/// @param say receives a message when a log stops
record WatchLogs(
    LogPlan plan, List<String> typed, Judgement judgement, NanoClock clock, Consumer<String> say) {
  /// Opens the log of a server.
  ///
  /// @throws dev.goodput.record.RecordException a directory that cannot hold run directories
  void keep(TargetHistory watched, ProbeOptions look) {
    double rate = new Arrivals.ProbeArrivals(look.everyNanos(), look.requests).rate();
    LogKind kind =
        new LogKind("watch", "probes, " + look.inputTokens + " tokens", ArrivalKind.CONSTANT, rate);
    ProcessHealth pulse = new ProcessHealth(watched::oldestNanos, watched::underWay);
    watched.keep(
        TrafficLog.open(
            plan,
            kind,
            Sampling.ALL,
            told(watched.site()),
            new LogEnvironment(clock, InstantSource.system(), pulse, say)));
  }

  private Manifest told(ProbeTarget site) {
    Manifest of = site.opened().addTo(HostFacts.addTo(Manifest.empty()));
    // The origin applies to the first directory only: each directory has stamps of its own.
    return judgement
        .addTo(of.without("run.origin"))
        .with("goodput.version", VersionProvider.version())
        .with("run.command", "goodput " + ShellText.join(Secrets.command(typed)))
        .with("target.model", site.model());
  }
}
