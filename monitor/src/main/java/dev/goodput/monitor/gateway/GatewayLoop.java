package dev.goodput.monitor.gateway;

import dev.goodput.gateway.admin.GatewayStatus;
import dev.goodput.gateway.config.Reload;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.Upstream;
import dev.goodput.report.words.Figures;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.Credentials;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The control loop of a running gateway: handles signals, reloads the configuration and drains.
/// One thread takes all steps.
final class GatewayLoop {
  private static final Logger LOG = LoggerFactory.getLogger(GatewayLoop.class);
  private static final long POLL_NANOS = 2_000_000_000;
  private static final String FAULT = "an internal error; see the log";

  private final PlanSource source;
  private final RunningGateway server;
  private final GatewayStatus.Holder status;
  private final Consumer<String> print;
  private final NanoClock clock;
  private long nextPollNanos;
  private @Nullable SignalAction ending;
  private long drainedByNanos;
  private String lastFault = "";

  /// @param status holds the plan in force
  /// @param print receives messages for people
  GatewayLoop(
      PlanSource source,
      RunningGateway server,
      GatewayStatus.Holder status,
      Consumer<String> print,
      NanoClock clock) {
    this.source = source;
    this.server = server;
    this.status = status;
    this.print = print;
    this.clock = clock;
    this.nextPollNanos = clock.nanoTime() + POLL_NANOS;
  }

  /// Takes one step.
  ///
  /// @param requested the action that a signal requested, or null
  /// @return the signal that ended the gateway, once it is over
  Optional<SignalAction> step(@Nullable SignalAction requested) {
    if (requested == SignalAction.INTERRUPT || requested == SignalAction.TERMINATE) {
      if (ending != null) {
        print.accept("stopping now, cutting off " + Figures.counted(server.inFlight(), "stream"));
        return Optional.of(ending);
      }
      drain(requested);
    }
    if (ending != null) {
      return drained(ending);
    }
    if (requested == SignalAction.RELOAD) {
      reload(true);
    } else if (clock.nanoTime() - nextPollNanos >= 0) {
      nextPollNanos = clock.nanoTime() + POLL_NANOS;
      checkSource();
    }
    return Optional.empty();
  }

  /// A rejected configuration is tried again even if unchanged: it may name a file that did not
  /// exist before.
  private void checkSource() {
    PlanSource.State found = source.check();
    boolean refused = !status.get().problem().isEmpty();
    if (found == PlanSource.State.CHANGED || (found == PlanSource.State.SAME && refused)) {
      reload(false);
    }
  }

  private void drain(SignalAction signal) {
    ending = signal;
    GatewayStatus current = status.get();
    status.set(current.in(GatewayStatus.Phase.DRAINING));
    drainedByNanos = clock.nanoTime() + current.plan().protection().timeouts().drainNanos();
    server.drain();
    int inFlight = server.inFlight();
    if (inFlight > 0) {
      print.accept(
          "draining " + Figures.counted(inFlight, "stream") + ", press Ctrl-C again to stop now");
    }
  }

  private Optional<SignalAction> drained(SignalAction signal) {
    int inFlight = server.inFlight();
    if (inFlight == 0) {
      print.accept("drained, ending");
      return Optional.of(signal);
    }
    if (clock.nanoTime() - drainedByNanos >= 0) {
      print.accept(
          Figures.counted(inFlight, "stream")
              + " did not end within timeouts.drain; cutting them off");
      return Optional.of(signal);
    }
    return Optional.empty();
  }

  private void reload(boolean requested) {
    GatewayStatus now = status.get();
    try {
      GatewayPlan next = source.load();
      if (next.equals(now.plan()) && now.problem().isEmpty() && now.restart().isEmpty()) {
        if (requested) {
          print.accept("nothing has changed in " + source.words());
        }
        return;
      }
      take(now, next);
    } catch (BadSettingException e) {
      // The message contains no secret: the file reader ensures that.
      String why = Credentials.redact(oneLine(e));
      if (requested || !why.equals(now.problem())) {
        status.set(now.refused(why));
        server.configured("refused: " + why);
        print.accept("the configuration is refused, the one before stays in force: " + why);
      }
    } catch (RuntimeException e) {
      // A configuration that triggers a bug must not stop traffic.
      boolean known = FAULT.equals(now.problem()) && e.toString().equals(lastFault);
      lastFault = e.toString();
      if (requested || !known) {
        LOG.error("a fault of ours while the configuration was read again", e);
        status.set(now.refused(FAULT));
        print.accept(
            "the configuration could not be read again by a fault of ours; traffic goes on");
      }
    }
  }

  private static String oneLine(BadSettingException e) {
    return String.valueOf(e.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
  }

  private void take(GatewayStatus now, GatewayPlan next) {
    Reload reload = Reload.of(now.plan(), next);
    reload.plan().selfUpstream().ifPresent(this::refuse);
    server.reload(reload.plan());
    status.set(now.by(reload.plan(), String.join(", ", reload.restartRequired())));
    String sentence = words(reload);
    server.configured(sentence);
    print.accept(sentence);
  }

  /// The file is right, but this upstream is valid only after a restart moves the listener.
  private void refuse(Upstream itself) {
    throw new BadSettingException(
        "%s: the upstream %s is where the gateway itself listens until a restart"
            .formatted(source.words(), itself.name()));
  }

  private String words(Reload reload) {
    String waiting =
        reload.restartRequired().isEmpty()
            ? ""
            : "; a restart is needed for " + String.join(", ", reload.restartRequired());
    return reload.applied().isEmpty()
        ? source.words() + " is read: it changes nothing that can be taken over" + waiting
        : "took over " + String.join(", ", reload.applied()) + " of " + source.words() + waiting;
  }
}
