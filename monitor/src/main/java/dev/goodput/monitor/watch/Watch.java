package dev.goodput.monitor.watch;

import dev.goodput.gateway.admin.AdminServer;
import dev.goodput.gateway.plan.AdminPlan;
import dev.goodput.gateway.plan.LogPlan;
import dev.goodput.metrics.result.Conclusion;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.monitor.live.Exports;
import dev.goodput.monitor.live.LiveTraffic;
import dev.goodput.monitor.live.ServiceInstance;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.NanoClock;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A watch: probes servers, and prints, exports and stores what the probes found.
public final class Watch implements AutoCloseable {
  private final WatchPlan plan;
  private final ServiceInstance self;
  private final List<ProbeTarget> targets;
  private final WatchScreen screen;
  private final NanoClock clock;
  private final InstantSource dates;
  private final LiveTraffic traffic;
  private final Exports exports;
  private final ProbeLoop probing;

  /// Starts the exports; nothing is sent to the targets yet.
  ///
  /// @param self the identity of this process, for its logs and the collector
  /// @param targets at least one
  /// @param clock the clock of the records' stamps
  /// @param dates the wall clock
  public Watch(
      WatchPlan plan,
      ServiceInstance self,
      List<ProbeTarget> targets,
      WatchScreen screen,
      NanoClock clock,
      InstantSource dates) {
    this.plan = plan;
    this.self = self;
    this.targets = targets;
    this.screen = screen;
    this.clock = clock;
    this.dates = dates;
    TrafficPlan meter =
        plan.traffic(targets.stream().map(ProbeTarget::name).collect(Collectors.toSet()));
    this.traffic = new LiveTraffic(meter, clock.nanoTime());
    this.exports = new Exports(self, plan.otlp(), traffic, screen.words().origin(), screen::remark);
    exports.begin();
    this.probing = new ProbeLoop(traffic, exports, screen, clock);
    targets.forEach(each -> probing.add(each, plan.schedule(), plan.slo().name(), meter));
  }

  /// Probes until the plan is over or the targets are interrupted.
  ///
  /// @throws dev.goodput.wire.BadSettingException an address that cannot be listened on
  /// @throws dev.goodput.record.RecordException a directory that cannot hold run directories
  public void run() throws InterruptedException {
    List<String> begin = words().begin(targets, null);
    WatchPages pages =
        new WatchPages(traffic, exports, self, screen.words().origin(), probing, begin);
    try (@Nullable AdminServer admin = plan.admin() == null ? null : admin(plan.admin(), pages)) {
      words().begin(targets, admin == null ? null : admin.url()).forEach(screen::remark);
      LogPlan log = plan.log();
      if (log != null) {
        WatchLogs logs = new WatchLogs(log, self, plan.judgement(), clock, dates, screen::remark);
        probing.sites().forEach(each -> logs.keep(each, plan.schedule()));
      }
      screen.head();
      probing.run();
    } finally {
      probing.sites().forEach(TargetHistory::close);
    }
  }

  private static AdminServer admin(AdminPlan plan, WatchPages pages) {
    return BadSettingException.naming("--admin", () -> AdminServer.start(plan, pages));
  }

  private WatchText words() {
    return new WatchText(plan.schedule(), plan.slo().name(), plan.attainment(), screen.words());
  }

  /// Prints the summary of each server.
  public void printEnd() {
    String slo = plan.slo().slo().expression();
    for (TargetHistory each : probing.sites()) {
      words().end(each).forEach(screen::text);
      if (screen.json()) {
        screen.line(ProbeJson.ended(each.site().name(), screen.words().origin(), each, slo));
      }
    }
  }

  /// Returns the conclusion over all servers. The worst one decides.
  public Conclusion conclusion() {
    List<TargetTally> tallies = probing.sites().stream().map(TargetHistory::tally).toList();
    double mayFail = plan.judgement().maxErrorRate();
    if (tallies.stream().anyMatch(each -> each.requests() == 0)) {
      return Conclusion.NOTHING_SENT;
    }
    if (tallies.stream().anyMatch(each -> each.failed() > mayFail * each.requests())) {
      return Conclusion.TOO_MANY_FAILURES;
    }
    boolean missed =
        tallies.stream().anyMatch(each -> each.good() < plan.attainment() * each.requests());
    return missed && plan.judgement().sloRequested() ? Conclusion.SLO_MISSED : Conclusion.GOOD;
  }

  /// Ends the exports.
  @Override
  public void close() {
    exports.close();
  }
}
