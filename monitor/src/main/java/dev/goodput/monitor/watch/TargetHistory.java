package dev.goodput.monitor.watch;

import dev.goodput.gateway.exchange.TrafficListener;
import dev.goodput.gateway.store.GatewayHealth;
import dev.goodput.gateway.store.TrafficLog;
import dev.goodput.record.RequestRecord;
import dev.goodput.wire.dialect.PromptSink;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The results of probing one server. Confined to the main thread unless a method states otherwise.
final class TargetHistory {
  private final ProbeTarget site;
  private final String sloClass;
  private final long everyNanos;
  private final ProbeCollector book;
  private final TargetTally tally;
  private final Outages outages = new Outages();
  private final Listener listener;
  private @Nullable TrafficLog log;
  private long beganNanos;
  private volatile long oldestNanos = GatewayHealth.NOBODY;
  private volatile int unfinished;

  /// A listener for finished probes and for outages.
  interface Listener {
    /// Called when a probe has finished. Probes may finish in another order than they started.
    void probed(ProbeTarget site, Probe probe, boolean kept);

    /// Called when a server went down or came back, in probe order.
    void stateChanged(ProbeTarget site, Outage outage);
  }

  TargetHistory(
      ProbeTarget site,
      ProbeSchedule probe,
      String sloClass,
      TargetTally tally,
      Listener listener) {
    this.site = site;
    this.sloClass = sloClass;
    this.everyNanos = probe.everyNanos();
    this.book = new ProbeCollector(probe.requests());
    this.tally = tally;
    this.listener = listener;
  }

  /// Writes every later request to this log.
  void keep(TrafficLog kept) {
    log = kept;
  }

  /// Sets the start of the probe grid.
  void began(long nanos) {
    beganNanos = nanos;
    oldestNanos = nanos;
  }

  /// Adds a finished request.
  ///
  /// @param listeners notified of the request, unless the watch itself cut it short
  void ended(RequestRecord request, List<TrafficListener> listeners) {
    TrafficLog kept = log;
    if (kept != null) {
      var _ = kept.offer(request);
    }
    if (!Probe.leftByUs(request.outcome())) {
      listeners.forEach(
          each -> each.completed(ProbeTraffic.of(request, site, sloClass), PromptSink.NONE));
    }
    book.add(request).ifPresent(probe -> listener.probed(site, probe, tally.add(probe)));
    for (Probe probe : book.inOrder()) {
      outages.add(probe).ifPresent(outage -> listener.stateChanged(site, outage));
    }
    oldestNanos = beganNanos + book.next() * everyNanos;
  }

  ProbeTarget site() {
    return site;
  }

  TargetTally tally() {
    return tally;
  }

  List<Outage> outages() {
    return outages.all();
  }

  /// Returns the start time of the first probe that has not finished, or of the next one. Safe on
  /// any thread.
  long oldestNanos() {
    return oldestNanos;
  }

  /// Sets the number of requests in flight. Safe on any thread.
  void unfinished(int requests) {
    unfinished = requests;
  }

  /// Returns the number of requests in flight, at most a quarter of a second old. Safe on any
  /// thread.
  int unfinished() {
    return unfinished;
  }

  /// Returns the problem with the log, or an empty text if it works.
  String problem() {
    TrafficLog kept = log;
    return kept == null ? "" : kept.status().problem();
  }

  /// Closes the log.
  void close() {
    TrafficLog kept = log;
    if (kept != null) {
      kept.close();
    }
  }
}
