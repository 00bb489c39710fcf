package dev.goodput.monitor.gateway;

import dev.goodput.gateway.admin.AdminServer;
import dev.goodput.gateway.admin.GatewayStatus;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.Listener;
import dev.goodput.monitor.live.ServiceInstance;
import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.NanoClock;
import java.time.InstantSource;
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

/// A gateway from its plan to the signal that ends it.
public final class GatewayRun {
  private static final Logger LOG = LoggerFactory.getLogger(GatewayRun.class);
  private static final long STEP_MILLIS = 250;

  private final PlanSource source;
  private final GatewayPlan plan;
  private final ServiceInstance self;
  private final InstantSource dates;
  private final @Nullable Clients clients;
  private final NanoClock clock = NanoClock.SYSTEM;
  private final BlockingQueue<SignalAction> wishes = new LinkedBlockingQueue<>();
  private final Queue<String> lines = new ConcurrentLinkedQueue<>();

  /// Clients that the command itself runs, as a demo does.
  public interface Clients {
    /// Called once, when the gateway serves.
    ///
    /// @param gateway the address at which this machine reaches the gateway
    /// @param adminUrl the URL of the live page
    void begin(Listener gateway, String adminUrl);

    /// Called before the gateway drains.
    void end();
  }

  /// Reads the plan.
  ///
  /// @param self the identity of this process, for its logs and the collector
  /// @param dates the wall clock
  /// @param clients send requests once the gateway serves; null for none
  /// @throws BadSettingException a plan that cannot work
  public GatewayRun(
      PlanSource source, ServiceInstance self, InstantSource dates, @Nullable Clients clients) {
    this.source = source;
    this.plan = source.load();
    this.self = self;
    this.dates = dates;
    this.clients = clients;
  }

  /// Requests an action. Safe on any thread.
  public void request(SignalAction action) {
    wishes.add(action);
  }

  /// Serves until an action ends it, then drains.
  ///
  /// @param quiet hides the figures
  /// @return the action that ended it
  /// @throws BadSettingException a plan that cannot work, or an address that cannot be listened on
  public SignalAction run(TerminalScreen screen, boolean quiet) throws InterruptedException {
    GatewayStatus.Holder status = new GatewayStatus.Holder(GatewayStatus.starting(plan));
    GatewayAdminPages sources = new GatewayAdminPages(status, LiveGateway.page());
    try (AdminServer admin =
            BadSettingException.naming(
                "--admin, or admin.listen in gateway.yaml",
                () -> AdminServer.start(plan.admin(), sources));
        RunningGateway running = LiveGateway.start(plan, status, self, dates, lines::add)) {
      sources.running(running);
      status.set(status.get().in(GatewayStatus.Phase.SERVING));
      if (clients != null) {
        Listener listen = new Listener(plan.listen().host(), running.port(), null);
        clients.begin(listen.localAddress(), admin.url());
      }
      List<String> head = PlanText.head(plan, running.port(), admin.url());
      return serve(running, status, new GatewayView(screen, quiet, head, clock.nanoTime()));
    } finally {
      // Messages that files and exports produced while closing.
      printAll(new GatewayView(screen, true, List.of(), clock.nanoTime()));
    }
  }

  private void printAll(GatewayView view) {
    for (String line = lines.poll(); line != null; line = lines.poll()) {
      view.print(line);
    }
  }

  private SignalAction serve(RunningGateway running, GatewayStatus.Holder status, GatewayView view)
      throws InterruptedException {
    GatewayLoop loop = new GatewayLoop(source, running, status, view::print, clock);
    try {
      while (true) {
        SignalAction requested = wishes.poll(STEP_MILLIS, TimeUnit.MILLISECONDS);
        if (clients != null
            && (requested == SignalAction.INTERRUPT || requested == SignalAction.TERMINATE)) {
          clients.end();
        }
        printAll(view);
        Optional<SignalAction> exit = loop.step(requested);
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
      view.show(running::health, clock.nanoTime());
    } catch (RuntimeException e) {
      LOG.error("a fault of ours while figures were made for the terminal", e);
    }
  }
}
