package dev.goodput.monitor.alert;

import dev.goodput.gateway.plan.AlertsPlan;
import dev.goodput.gateway.plan.AlertsPlan.Receiver;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.metrics.tally.SloCount;
import dev.goodput.metrics.traffic.AlertFigures;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.NanoClock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The alerts of a running gateway: reads the meter every ten seconds, evaluates the rules, and
/// hands messages to the receivers. Without `alerts` in the configuration it only waits.
public final class GatewayAlerts implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GatewayAlerts.class);
  private static final long EVERY_MILLIS = 10_000;

  private final Supplier<TrafficSnapshot> traffic;
  private final Consumer<String> print;
  private final AlertWatch watch;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;
  private final Function<Receiver, AlertReceiver> opener;
  private final AtomicReference<@Nullable GatewayPlan> next;
  private volatile List<AlertReceiver> receivers = List.of();
  private volatile List<AlertFigures.State> states = List.of();
  private volatile String trouble = "";

  /// Starts the thread.
  ///
  /// @param host the host of the gateway, for messages
  /// @param origin the date of nanosecond 0 of the traffic
  /// @param print receives messages for the operator
  public GatewayAlerts(
      GatewayPlan plan,
      Supplier<TrafficSnapshot> traffic,
      String host,
      Instant origin,
      Consumer<String> print) {
    this(plan, traffic, host, origin, print, opener(print));
    thread.start();
  }

  /// Does not start the thread.
  GatewayAlerts(
      GatewayPlan plan,
      Supplier<TrafficSnapshot> traffic,
      String host,
      Instant origin,
      Consumer<String> print,
      Function<Receiver, AlertReceiver> opener) {
    this.traffic = traffic;
    this.print = print;
    this.opener = opener;
    this.watch =
        new AlertWatch(
            host, origin, message -> receivers.forEach(receiver -> receiver.offer(message)));
    this.next = new AtomicReference<>(plan);
    this.thread = Thread.ofPlatform().daemon().name("goodput-alerts").unstarted(this::run);
  }

  /// Counts by the receiver's name, which outlive a reload.
  private static Function<Receiver, AlertReceiver> opener(Consumer<String> print) {
    Map<String, AlertReceiver.Counts> counts = new HashMap<>();
    return receiver ->
        new AlertReceiver(
            receiver,
            AlertReceiver.Patience.DEFAULT,
            NanoClock.SYSTEM,
            counts.computeIfAbsent(receiver.name(), _ -> new AlertReceiver.Counts()),
            print);
  }

  /// Switches to another plan at the next evaluation.
  public void reload(GatewayPlan plan) {
    next.set(plan);
  }

  private void run() {
    try {
      do {
        step();
      } while (!closing.await(EVERY_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // Closed.
    }
  }

  /// A fault of ours must not end the alerts.
  private void step() {
    try {
      TrafficSnapshot now = traffic.get();
      step(now.nowNanos() / 1_000_000_000, now.all().totals().slos());
    } catch (RuntimeException e) {
      LOG.error("a fault of ours while alerts were evaluated", e);
    }
  }

  /// Evaluates once, after a switch to the plan of the last reload if there was one. If the switch
  /// fails, the plan before stays in force, and the next step tries again.
  void step(long nowSeconds, Map<String, SloCount> counters) {
    GatewayPlan plan = next.getAndSet(null);
    if (plan != null) {
      try {
        take(plan, nowSeconds, counters);
        trouble = "";
      } catch (RuntimeException e) {
        next.compareAndSet(null, plan);
        report(e);
      }
    }
    watch.evaluate(nowSeconds, counters);
    states = watch.states();
  }

  private void report(RuntimeException e) {
    String before = trouble;
    trouble = "alerts: the configuration last read is not in force: " + e.getMessage();
    if (!trouble.equals(before)) {
      LOG.error("a change of the alerts failed and is tried again", e);
      print.accept(trouble);
    }
  }

  private void take(GatewayPlan plan, long nowSeconds, Map<String, SloCount> counters) {
    AlertsPlan alerts = plan.accounting().alerts();
    List<AlertReceiver> before = receivers;
    List<AlertReceiver> opened = new ArrayList<>();
    List<AlertReceiver> others = new ArrayList<>();
    try {
      for (Receiver each : alerts == null ? List.<Receiver>of() : alerts.receivers()) {
        AlertReceiver same = same(before, each);
        if (same == null) {
          opened.add(open(each));
        }
        others.add(same == null ? opened.getLast() : same);
      }
      if (alerts == null) {
        watch.stop(nowSeconds);
      } else {
        watch.plan(
            alerts,
            plan.routing().sloClasses(),
            plan.accounting().attainmentTarget(),
            nowSeconds,
            counters);
      }
    } catch (RuntimeException e) {
      opened.forEach(AlertReceiver::close);
      throw e;
    }
    receivers = List.copyOf(others);
    List<AlertMessage> standing = watch.standing();
    opened.forEach(receiver -> standing.forEach(receiver::offer));
    before.stream().filter(each -> !others.contains(each)).forEach(AlertReceiver::close);
  }

  private static @Nullable AlertReceiver same(List<AlertReceiver> among, Receiver receiver) {
    return among.stream().filter(each -> each.receiver().equals(receiver)).findFirst().orElse(null);
  }

  /// The message of an error may repeat the URL, so it is not forwarded.
  private AlertReceiver open(Receiver receiver) {
    try {
      return opener.apply(receiver);
    } catch (RuntimeException e) {
      throw new IllegalStateException(
          "the receiver %s cannot be opened: %s"
              .formatted(
                  receiver.name(),
                  e instanceof BadSettingException
                      ? "its certificates cannot be used"
                      : "a fault of ours, " + e.getClass().getSimpleName()));
    }
  }

  /// Returns the alerts as last evaluated.
  public AlertFigures figures() {
    return new AlertFigures(states, receivers.stream().map(AlertReceiver::figures).toList());
  }

  /// Returns what does not work, one sentence each.
  public List<String> problems() {
    return Stream.concat(Stream.of(trouble), receivers.stream().map(AlertReceiver::problem))
        .filter(problem -> !problem.isEmpty())
        .toList();
  }

  /// Stops evaluating, and sends what is queued for at most a few seconds.
  @Override
  public void close() {
    closing.countDown();
    try {
      thread.join(1_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    receivers.forEach(AlertReceiver::close);
  }
}
