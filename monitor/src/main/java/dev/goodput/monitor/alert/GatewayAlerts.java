package dev.goodput.monitor.alert;

import dev.goodput.gateway.plan.AlertsPlan;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.metrics.tally.SloCount;
import dev.goodput.metrics.traffic.AlertFigures;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The alerts of a running gateway: reads the meter every ten seconds, evaluates the rules, and
/// hands messages to the receivers. Without `alerts` in the configuration it only waits.
public final class GatewayAlerts implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GatewayAlerts.class);
  private static final long EVERY_MILLIS = 10_000;

  private final Supplier<TrafficSnapshot> traffic;
  private final Consumer<String> say;
  private final AlertWatch watch;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;
  private volatile @Nullable GatewayPlan next;
  private volatile List<AlertReceiver> receivers = List.of();
  private volatile List<AlertFigures.State> states = List.of();
  private @Nullable AlertsPlan current;

  /// Starts the thread.
  ///
  /// @param host the host of the gateway, for messages
  /// @param origin the date of nanosecond 0 of the traffic
  /// @param say receives messages for the operator
  public GatewayAlerts(
      GatewayPlan plan,
      Supplier<TrafficSnapshot> traffic,
      String host,
      Instant origin,
      Consumer<String> say) {
    this.traffic = traffic;
    this.say = say;
    this.watch =
        new AlertWatch(
            host, origin, message -> receivers.forEach(receiver -> receiver.offer(message)));
    this.next = plan;
    this.thread = Thread.ofPlatform().daemon().name("goodput-alerts").start(this::run);
  }

  /// Switches to another plan at the next evaluation.
  public void reload(GatewayPlan plan) {
    next = plan;
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
      GatewayPlan plan = next;
      next = null;
      TrafficSnapshot now = traffic.get();
      long seconds = now.nowNanos() / 1_000_000_000;
      if (plan != null) {
        take(plan, seconds, now.all().totals().slos());
      }
      if (current != null) {
        watch.evaluate(seconds, now.all().totals().slos());
        states = watch.states();
      }
    } catch (RuntimeException e) {
      LOG.error("a fault of ours while alerts were evaluated", e);
    }
  }

  private void take(GatewayPlan plan, long nowSeconds, Map<String, SloCount> counters) {
    AlertsPlan alerts = plan.accounting().alerts();
    if (alerts == null) {
      current = null;
      states = List.of();
      replace(List.of());
      return;
    }
    watch.plan(
        alerts,
        plan.routing().sloClasses(),
        plan.accounting().attainmentTarget(),
        nowSeconds,
        counters);
    AlertsPlan before = current;
    if (before == null || !before.receivers().equals(alerts.receivers())) {
      replace(
          alerts.receivers().stream()
              .map(each -> new AlertReceiver(each, AlertReceiver.Patience.USUAL, say))
              .toList());
    }
    current = alerts;
  }

  private void replace(List<AlertReceiver> others) {
    List<AlertReceiver> old = receivers;
    receivers = others;
    old.forEach(AlertReceiver::close);
  }

  /// Returns the alerts as last evaluated.
  public AlertFigures figures() {
    return new AlertFigures(states, receivers.stream().map(AlertReceiver::figures).toList());
  }

  /// Returns what does not work, one sentence each.
  public List<String> troubles() {
    return receivers.stream()
        .map(AlertReceiver::problem)
        .filter(problem -> !problem.isEmpty())
        .toList();
  }

  /// Stops evaluating, and sends what is queued for at most a few seconds.
  @Override
  public void close() {
    closing.countDown();
    try {
      boolean _ = thread.join(Duration.ofSeconds(1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    receivers.forEach(AlertReceiver::close);
  }
}
