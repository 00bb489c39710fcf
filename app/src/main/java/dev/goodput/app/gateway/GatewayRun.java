package dev.goodput.app.gateway;

import dev.goodput.app.ExitCode;
import dev.goodput.app.Signals;
import dev.goodput.app.gateway.demo.Demo;
import dev.goodput.app.run.Screen;
import dev.goodput.gateway.admin.AdminServer;
import dev.goodput.gateway.admin.AdminSources.Page;
import dev.goodput.gateway.admin.GatewayStatus;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.Listener;
import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.wire.NanoClock;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A gateway process, from its plan to its exit code.
final class GatewayRun {
  private static final Logger LOG = LoggerFactory.getLogger(GatewayRun.class);
  private static final long STEP_MILLIS = 250;

  private final PlanSource source;
  private final @Nullable Demo demo;
  private final boolean quiet;
  private final PrintWriter out;
  private final RunningGateway.Starter starter;
  private final Page page;
  private final NanoClock clock = NanoClock.SYSTEM;
  private final BlockingQueue<SignalAction> wishes = new LinkedBlockingQueue<>();
  private final Queue<String> lines = new ConcurrentLinkedQueue<>();

  /// @param demo sends requests once the gateway listens; null for none
  /// @param out receives the addresses that a demo prints
  /// @param starter starts the gateway
  /// @param page the live page
  GatewayRun(
      PlanSource source,
      @Nullable Demo demo,
      boolean quiet,
      PrintWriter out,
      RunningGateway.Starter starter,
      Page page) {
    this.source = source;
    this.demo = demo;
    this.quiet = quiet;
    this.out = out;
    this.starter = starter;
    this.page = page;
  }

  /// Serves until a signal arrives, then drains.
  ///
  /// @return the exit code of the signal
  /// @throws dev.goodput.wire.BadSettingException a plan that cannot work, or an address that
  ///   cannot be listened on
  ExitCode run() throws InterruptedException {
    GatewayPlan plan = source.load();
    Signals.on("INT", () -> wishes.add(SignalAction.INTERRUPT));
    Signals.on("TERM", () -> wishes.add(SignalAction.TERMINATE));
    Signals.on("HUP", () -> wishes.add(source.hangUp()));
    GatewayStatus.Holder status = new GatewayStatus.Holder(GatewayStatus.starting(plan));
    GatewayAdminPages sources = new GatewayAdminPages(status, page);
    try (TerminalScreen screen = Screen.terminal()) {
      try (AdminServer admin = AdminServer.start(plan.admin(), sources);
          RunningGateway running = starter.start(plan, status, lines::add)) {
        sources.running(running);
        status.set(status.get().in(GatewayStatus.Phase.SERVING));
        tell(plan, running, admin);
        return serve(running, status, view(screen, plan, running, admin));
      } finally {
        // Messages that files and exports produced while closing.
        sayAll(new GatewayView(screen, true, List.of(), clock.nanoTime()));
      }
    }
  }

  private void sayAll(GatewayView view) {
    for (String line = lines.poll(); line != null; line = lines.poll()) {
      view.say(line);
    }
  }

  private GatewayView view(
      TerminalScreen screen, GatewayPlan plan, RunningGateway running, AdminServer admin) {
    return new GatewayView(
        screen, quiet, PlanText.head(plan, running.port(), admin.url()), clock.nanoTime());
  }

  /// Prints the addresses of a demo on standard output, where scripts can read them.
  private void tell(GatewayPlan plan, RunningGateway running, AdminServer admin) {
    if (demo == null) {
      return;
    }
    out.println("open    " + admin.url() + "           the live page");
    out.println("curl    " + admin.url() + "metrics    for Prometheus");
    Listener here = new Listener(plan.listen().host(), running.port(), null).here();
    demo.ask(here);
    out.println("clients http://" + here.shown() + "/v1");
    out.flush();
  }

  private ExitCode serve(RunningGateway running, GatewayStatus.Holder status, GatewayView view)
      throws InterruptedException {
    GatewayLoop loop = new GatewayLoop(source, running, status, view::say, clock);
    try {
      while (true) {
        SignalAction wish = wishes.poll(STEP_MILLIS, TimeUnit.MILLISECONDS);
        if (demo != null && (wish == SignalAction.INTERRUPT || wish == SignalAction.TERMINATE)) {
          demo.hush();
        }
        sayAll(view);
        Optional<ExitCode> exit = loop.step(wish);
        if (exit.isPresent()) {
          return exit.get();
        }
        show(view, running);
      }
    } finally {
      view.close();
    }
  }

  /// A bug in the figures must not stop traffic.
  private void show(GatewayView view, RunningGateway running) {
    try {
      view.show(running::pulse, clock.nanoTime());
    } catch (RuntimeException e) {
      LOG.error("a fault of ours while figures were made for the terminal", e);
    }
  }
}
