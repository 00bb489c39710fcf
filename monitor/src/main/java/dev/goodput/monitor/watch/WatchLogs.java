package dev.goodput.monitor.watch;

import dev.goodput.gateway.plan.LogPlan;
import dev.goodput.gateway.store.LogEnvironment;
import dev.goodput.gateway.store.LogKind;
import dev.goodput.gateway.store.Sampling;
import dev.goodput.gateway.store.TrafficLog;
import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.monitor.live.ProcessHealth;
import dev.goodput.monitor.live.ServiceInstance;
import dev.goodput.record.ArrivalKind;
import dev.goodput.record.Manifest;
import dev.goodput.wire.NanoClock;
import dev.goodput.workload.arrival.Arrivals;
import java.time.InstantSource;
import java.util.function.Consumer;

/// The logs of the probes: separate run directories for each server.
///
/// @param plan the storage directory and its rotation
/// @param self the identity of this process, for the manifest
/// @param judgement the criteria that readers of the logs judge by
/// @param clock the clock of the records' stamps
/// @param dates the wall clock
/// @param print receives a message when a log stops
record WatchLogs(
    LogPlan plan,
    ServiceInstance self,
    Judgement judgement,
    NanoClock clock,
    InstantSource dates,
    Consumer<String> print) {
  /// Opens the log of a server.
  ///
  /// @throws dev.goodput.record.RecordException a directory that cannot hold run directories
  void keep(TargetHistory watched, ProbeSchedule probe) {
    double rate = new Arrivals.ProbeArrivals(probe.everyNanos(), probe.requests()).rate();
    LogKind kind =
        new LogKind(
            "watch", "probes, " + probe.inputTokens() + " tokens", ArrivalKind.CONSTANT, rate);
    ProcessHealth health = new ProcessHealth(watched::oldestNanos, watched::unfinished);
    watched.keep(
        TrafficLog.open(
            plan,
            kind,
            Sampling.ALL,
            manifest(watched.site()),
            new LogEnvironment(clock, dates, health, print)));
  }

  private Manifest manifest(ProbeTarget site) {
    // The origin applies to the first directory only: each directory has stamps of its own.
    Manifest facts = self.addTo(site.facts().without("run.origin"));
    return judgement.addTo(facts).with("target.model", site.model());
  }
}
