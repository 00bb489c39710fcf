package dev.goodput.monitor.watch;

import dev.goodput.gateway.exchange.TrafficListener;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.traffic.TrafficEvent;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.monitor.live.Exports;
import dev.goodput.monitor.live.LiveTraffic;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.RequestRecord;
import dev.goodput.report.words.Figures;
import dev.goodput.wire.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// The loop of a running watch: takes entries from the probers and notifies all listeners.
/// Single-threaded.
final class ProbeLoop implements TargetHistory.Listener {
  private static final long STEP_MILLIS = 50;

  private final BlockingQueue<ProbeEvent> seen = new LinkedBlockingQueue<>();
  private final Map<String, Outage> down = new ConcurrentHashMap<>();
  private final List<TargetHistory> sites = new ArrayList<>();
  private final LiveTraffic traffic;
  private final List<TrafficListener> listeners;
  private final WatchScreen screen;
  private final NanoClock clock;
  private boolean drainPublished;

  /// @param traffic the meter, made from the plan
  /// @param exports notified of the same events as the meter
  /// @param clock the clock of the records' stamps
  ProbeLoop(LiveTraffic traffic, Exports exports, WatchScreen screen, NanoClock clock) {
    this.traffic = traffic;
    this.listeners = List.of(traffic, exports);
    this.screen = screen;
    this.clock = clock;
  }

  /// Adds a server.
  ///
  /// @param sloClass the name of an SLO class of the plan
  TargetHistory add(ProbeTarget site, ProbeSchedule probe, String sloClass, TrafficPlan plan) {
    Slo slo = plan.slos().get(sloClass);
    if (slo == null) {
      throw new IllegalStateException("the plan has no SLO class " + sloClass);
    }
    TargetTally tally = new TargetTally(slo, plan.paceTps());
    TargetHistory watched = new TargetHistory(site, probe, sloClass, tally, this);
    sites.add(watched);
    return watched;
  }

  List<TargetHistory> sites() {
    return sites;
  }

  /// Returns the ongoing outages by server name. Safe on any thread.
  Map<String, Outage> down() {
    return down;
  }

  /// Probes until all plans are over or the targets are interrupted.
  void run() throws InterruptedException {
    List<Prober> lookers = new ArrayList<>();
    for (int i = 0; i < sites.size(); i++) {
      lookers.add(Prober.start(i, sites.get(i), seen::add));
    }
    boolean over = false;
    while (!over) {
      // Checked before the queue is drained: a prober that is over has queued all its entries.
      over = lookers.stream().allMatch(Prober::over);
      ProbeEvent next = seen.poll(STEP_MILLIS, TimeUnit.MILLISECONDS);
      while (next != null) {
        take(next);
        next = seen.poll();
      }
      publishDrain();
      long now = clock.nanoTime();
      listeners.forEach(each -> each.tick(now));
    }

    // Includes the last probes in the final snapshot.
    traffic.renew(clock.nanoTime());
  }

  /// Prints once what an interrupted watch still waits for.
  private void publishDrain() {
    ProbeTarget first = sites.getFirst().site();
    if (drainPublished || first.target().interrupted() == null) {
      return;
    }
    drainPublished = true;
    int unfinished = sites.stream().mapToInt(TargetHistory::unfinished).sum();
    if (unfinished > 0) {
      screen.remark(
          "ending; %s in flight, waiting at most %s for them; press Ctrl-C again to stop now"
              .formatted(
                  Figures.counted(unfinished, "request"),
                  Figures.span(first.plan().drainNanos() / 1e9)));
    }
  }

  private void take(ProbeEvent next) {
    TargetHistory site = sites.get(next.site());
    switch (next.entry()) {
      case LevelStarted begun -> site.began(begun.beginNanos());
      case RequestRecord record -> site.ended(record, listeners);

      // The log writes its own heartbeat entries.
      default -> {}
    }
  }

  @Override
  public void probed(ProbeTarget site, Probe probe, boolean kept) {
    screen.probe(site.name(), probe, kept);
  }

  @Override
  public void stateChanged(ProbeTarget site, Outage outage) {
    boolean back = outage.over();
    if (back) {
      down.remove(site.name());
    } else {
      down.put(site.name(), outage);
    }
    screen.turn(site.name(), outage);
    traffic.addEvent(
        new TrafficEvent(
            back ? outage.backNanos() : outage.firstNanos(),
            back ? TrafficEvent.Kind.UPSTREAM_UP : TrafficEvent.Kind.UPSTREAM_DOWN,
            site.name(),
            back ? "down for " + ProbeText.lasted(outage) : outage.why()));
  }
}
