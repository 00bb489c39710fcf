package dev.goodput.app.watch;

import dev.goodput.monitor.live.ServiceInstance;
import dev.goodput.monitor.watch.Watch;
import dev.goodput.monitor.watch.WatchPlan;
import dev.goodput.monitor.watch.WatchScreen;
import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.runner.ExitCode;
import dev.goodput.runner.Secrets;
import dev.goodput.runner.Version;
import dev.goodput.runner.endpoint.PreflightScreen;
import dev.goodput.runner.endpoint.TargetPlan;
import dev.goodput.runner.report.Screen;
import dev.goodput.runner.signals.Interrupts;
import dev.goodput.wire.NanoClock;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/// A watch, from its options to its exit code.
final class WatchRun {
  private final WatchOptions options;
  private final WatchPlan plan;
  private final ServiceInstance self;
  private final PrintWriter out;
  private final PrintWriter err;
  private final List<TargetPlan> perTarget;
  private final long originNanoTime = NanoClock.SYSTEM.nanoTime();
  private final Instant origin = InstantSource.system().instant();
  private final NanoClock clock = () -> NanoClock.SYSTEM.nanoTime() - originNanoTime;

  /// Reads the options, which have already been checked one by one.
  ///
  /// @throws dev.goodput.runner.AppException.Usage contradictory options
  WatchRun(WatchOptions options, CommandSpec spec) {
    List<String> typed = spec.root().commandLine().getParseResult().originalArgs();
    this.options = options;
    this.plan = options.plan();
    this.self = ServiceInstance.of("goodput-watch", Version.version(), Secrets.commandLine(typed));
    this.out = spec.commandLine().getOut();
    this.err = spec.commandLine().getErr();
    this.perTarget = ProbeTargets.read(options);
  }

  /// Probes until the plan is over or a signal arrives.
  ///
  /// @throws dev.goodput.wire.WireException an error that makes probing pointless
  ExitCode run() throws InterruptedException {
    Interrupts interrupts = Interrupts.watch(err, _ -> {}, Interrupts::end);
    try (TerminalScreen terminal = Screen.terminal();
        ProbeTargets sites = meet(terminal)) {
      interrupts.loadStarted(sites.targets());
      sites.warmUp();
      WatchScreen screen =
          WatchScreen.of(
              sites.all(),
              origin,
              terminal.columns(),
              out,
              err,
              options.export.json,
              options.export.quiet);
      try (Watch watch =
          new Watch(plan, self, sites.all(), screen, clock, InstantSource.system())) {
        watch.run();
        Optional<ExitCode> signal = interrupts.reportStarted();
        watch.printEnd();
        return signal.orElseGet(() -> ExitCode.of(watch.conclusion()));
      }
    }
  }

  private ProbeTargets meet(TerminalScreen terminal) {
    PreflightScreen preflight = new PreflightScreen(err, terminal, options.export.quiet);
    return ProbeTargets.meet(
        perTarget,
        plan.schedule(),
        preflight,
        originNanoTime,
        line -> err.println("goodput: " + line));
  }
}
