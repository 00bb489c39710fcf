package dev.goodput.app.watch;

import dev.goodput.app.ExitCode;
import dev.goodput.app.Secrets;
import dev.goodput.app.VersionProvider;
import dev.goodput.app.asking.CommonOptions;
import dev.goodput.app.asking.PreflightScreen;
import dev.goodput.app.run.Interrupts;
import dev.goodput.app.run.Screen;
import dev.goodput.gateway.admin.AdminServer;
import dev.goodput.gateway.plan.AdminPlan;
import dev.goodput.gateway.plan.LogPlan;
import dev.goodput.gateway.plan.SloClass;
import dev.goodput.metrics.traffic.TrafficLabel;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.monitor.live.Exports;
import dev.goodput.monitor.live.LiveTraffic;
import dev.goodput.monitor.live.ServiceInstance;
import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.wire.NanoClock;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/// A watch, from its options to its exit code.
final class WatchRun {
  private static final String SERVICE = "goodput-watch";

  private final WatchOptions options;
  private final List<String> typed;
  private final PrintWriter out;
  private final PrintWriter err;
  private final SloClass slo;
  private final List<CommonOptions> asked;
  private final long originNanoTime = NanoClock.SYSTEM.nanoTime();
  private final Instant origin = InstantSource.system().instant();
  private final NanoClock clock = () -> NanoClock.SYSTEM.nanoTime() - originNanoTime;

  /// Reads the options, which have already been checked one by one.
  ///
  /// @throws dev.goodput.app.AppException.Usage contradictory options
  WatchRun(WatchOptions options, CommandSpec spec) {
    this.options = options;
    this.typed = spec.root().commandLine().getParseResult().originalArgs();
    this.out = spec.commandLine().getOut();
    this.err = spec.commandLine().getErr();
    this.slo = options.judge.sloClass();
    this.asked = ProbeTargets.read(options);
  }

  /// Probes until the plan is over or a signal arrives.
  ///
  /// @throws dev.goodput.wire.WireException an error that makes probing pointless
  ExitCode run() throws InterruptedException {
    Interrupts interrupts = Interrupts.watch(err, told -> {}, Interrupts::end);
    try (TerminalScreen terminal = Screen.terminal();
        ProbeTargets sites = meet(terminal)) {
      interrupts.loads(sites.targets());
      sites.warmUp();
      TrafficPlan plan = plan(sites);
      LiveTraffic traffic = new LiveTraffic(plan, clock.nanoTime());
      WatchScreen screen = screen(sites, terminal);
      try (Exports exports =
          new Exports(
              ServiceInstance.of(SERVICE, VersionProvider.version(), Secrets.commandLine(typed)),
              options.tell.otlpPlan(),
              traffic,
              origin,
              screen::remark)) {
        exports.begin();
        ProbeLoop watching = new ProbeLoop(traffic, exports, screen, clock);
        sites.all().forEach(each -> watching.add(each, options.look, slo.name(), plan));
        watch(watching, traffic, exports, screen);
        Optional<ExitCode> signal = interrupts.reports();
        tellEnd(watching, screen);
        return signal.orElseGet(() -> exit(watching));
      }
    }
  }

  private ProbeTargets meet(TerminalScreen terminal) {
    PreflightScreen preflight = new PreflightScreen(err, terminal, options.tell.quiet);
    return ProbeTargets.meet(
        asked, options.look, preflight, originNanoTime, line -> err.println("goodput: " + line));
  }

  private TrafficPlan plan(ProbeTargets sites) {
    TrafficPlan usual = TrafficPlan.DEFAULTS;
    return new TrafficPlan(
            new TreeMap<>(),
            null,
            options.judge.attainment,
            usual.prices(),
            usual.hourlyCosts(),
            usual.currency(),
            usual.paceTps(),
            usual.labelValues(),
            usual.seriesLimit(),
            usual.windowBytes(),
            usual.known())
        .withSlo(slo.name(), slo.slo())
        .withKnown(
            TrafficLabel.UPSTREAM,
            sites.all().stream().map(ProbeTarget::name).collect(Collectors.toSet()));
  }

  private WatchScreen screen(ProbeTargets sites, TerminalScreen terminal) {
    int names =
        sites.all().size() == 1
            ? 0
            : sites.all().stream().mapToInt(each -> each.name().length()).max().orElse(0);
    ProbeText words = new ProbeText(origin, ZoneId.systemDefault(), names, terminal.columns());
    return new WatchScreen(out, err, words, options.tell.json, options.tell.quiet);
  }

  private void watch(ProbeLoop watching, LiveTraffic traffic, Exports exports, WatchScreen screen)
      throws InterruptedException {
    LogPlan kept = options.tell.logPlan();
    List<String> begin = words(screen).begin(sites(watching), null);
    WatchPages pages =
        new WatchPages(traffic, exports, origin, watching.sites(), watching.down(), begin);
    try (@Nullable AdminServer admin = admin(pages)) {
      words(screen)
          .begin(sites(watching), admin == null ? null : admin.url())
          .forEach(screen::remark);
      if (kept != null) {
        WatchLogs logs =
            new WatchLogs(kept, typed, options.judge.judgement(), clock, screen::remark);
        watching.sites().forEach(each -> logs.keep(each, options.look));
      }
      screen.head();
      watching.untilOver();
    } finally {
      watching.sites().forEach(TargetHistory::close);
    }
  }

  private static List<ProbeTarget> sites(ProbeLoop watching) {
    return watching.sites().stream().map(TargetHistory::site).toList();
  }

  private @Nullable AdminServer admin(WatchPages pages) {
    AdminPlan plan = options.tell.adminPlan();
    return plan == null ? null : AdminServer.start(plan, pages);
  }

  private WatchText words(WatchScreen screen) {
    return new WatchText(options.look, slo.name(), options.judge.attainment, screen.words());
  }

  private void tellEnd(ProbeLoop watching, WatchScreen screen) {
    for (TargetHistory each : watching.sites()) {
      words(screen).end(each).forEach(screen::text);
      if (screen.json()) {
        screen.line(ProbeJson.ended(each.site().name(), origin, each, slo.slo().expression()));
      }
    }
  }

  /// Returns the exit code for scripts. With several servers the worst one decides.
  private ExitCode exit(ProbeLoop watching) {
    List<TargetTally> tallies = watching.sites().stream().map(TargetHistory::tally).toList();
    if (tallies.stream().anyMatch(each -> each.requests() == 0)) {
      return ExitCode.USAGE;
    }
    if (tallies.stream()
        .anyMatch(each -> each.failed() > options.judge.maxErrorRate * each.requests())) {
      return ExitCode.TOO_MANY_FAILURES;
    }
    boolean missed =
        tallies.stream().anyMatch(each -> each.good() < options.judge.attainment * each.requests());
    return missed && options.judge.slo != null ? ExitCode.SLO_MISSED : ExitCode.GOOD;
  }
}
