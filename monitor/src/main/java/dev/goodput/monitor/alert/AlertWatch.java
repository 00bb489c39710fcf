package dev.goodput.monitor.alert;

import dev.goodput.gateway.plan.AlertsPlan;
import dev.goodput.gateway.plan.AlertsPlan.Severity;
import dev.goodput.gateway.plan.SloClass;
import dev.goodput.metrics.tally.SloCount;
import dev.goodput.metrics.traffic.AlertFigures;
import dev.goodput.operate.slo.BurnAlert;
import dev.goodput.operate.slo.BurnMonitor;
import dev.goodput.operate.slo.ServiceObjective;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The alerts of all SLO classes, evaluated on counts, and the decision when to send a message: at
/// once when alerts start to fire, and when none fires any more; again after each `repeat`. Two
/// messages about the same class and severity are at least [#GAP_SECONDS] apart, so that an alert
/// that flaps does not flood. A receiver keeps trying to deliver what it was given.
///
/// One thread at a time.
final class AlertWatch {
  static final long GAP_SECONDS = 300;

  private final String gateway;
  private final Instant origin;
  private final Consumer<AlertMessage> out;
  private Map<String, Watched> classes = new TreeMap<>();
  private long repeatSeconds;

  /// @param gateway the host of the gateway, for messages
  /// @param origin the date of second 0
  /// @param out receives messages; must not block
  AlertWatch(String gateway, Instant origin, Consumer<AlertMessage> out) {
    this.gateway = gateway;
    this.origin = origin.truncatedTo(ChronoUnit.SECONDS);
    this.out = out;
  }

  /// Switches to other SLO classes. A class whose SLO and promise stay keeps its counts; what fires
  /// of the others is reported as resolved.
  ///
  /// @param counters counts of each class so far, which belong to no window of a new class
  void plan(
      AlertsPlan plan,
      List<SloClass> sloClasses,
      double attainment,
      long nowSeconds,
      Map<String, SloCount> counters) {
    repeatSeconds = plan.repeatNanos() / 1_000_000_000;
    Long within = plan.pageWithinNanos();
    Duration promise = within == null ? null : Duration.ofNanos(within);
    Map<String, Watched> next = new TreeMap<>();
    for (SloClass each : sloClasses) {
      ServiceObjective slo = ServiceObjective.ofClass(each.name(), each.slo(), attainment, promise);
      Watched before = classes.get(each.name());
      next.put(
          each.name(),
          before != null && before.monitor.slo().equals(slo)
              ? before
              : new Watched(slo, nowSeconds, counters.get(each.name())));
    }
    Map<String, Watched> before = classes;
    classes = next;
    before.forEach((name, watched) -> {
      if (next.get(name) != watched) {
        watched.drop(nowSeconds);
      }
    });
  }

  /// Ends the alerts of all classes.
  void stop(long nowSeconds) {
    Map<String, Watched> before = classes;
    classes = new TreeMap<>();
    before.values().forEach(watched -> watched.drop(nowSeconds));
  }

  /// Returns the last message about each alert that fires, for a receiver that has not had it.
  List<AlertMessage> standing() {
    return classes.values().stream()
        .flatMap(watched -> watched.severities.stream())
        .flatMap(each -> Stream.ofNullable(each.standing))
        .toList();
  }

  /// Takes in the counters of a moment and evaluates all alerts.
  ///
  /// @param counters counts of each class since the meter started; a lower count than before means
  ///   that the meter restarted
  void evaluate(long nowSeconds, Map<String, SloCount> counters) {
    classes.forEach((name, watched) -> {
      SloCount count = counters.get(name);
      if (count != null) {
        watched.count(nowSeconds, count.total(), count.total() - count.good());
      }
      watched.evaluate(name, nowSeconds);
    });
  }

  /// Returns the state of each class and severity.
  List<AlertFigures.State> states() {
    List<AlertFigures.State> states = new ArrayList<>();
    classes.forEach((name, watched) -> {
      for (Alerting each : watched.severities) {
        states.add(
            new AlertFigures.State(
                name,
                each.severity.key(),
                each.firing != null,
                each.sinceSeconds * 1_000_000_000,
                each.evidence));
      }
    });
    return states;
  }

  /// One SLO class.
  private final class Watched {
    final BurnMonitor monitor;
    final List<Alerting> severities = new ArrayList<>();
    private long total;
    private long bad;

    Watched(ServiceObjective slo, long nowSeconds, @Nullable SloCount soFar) {
      total = soFar == null ? 0 : soFar.total();
      bad = soFar == null ? 0 : soFar.total() - soFar.good();
      monitor = new BurnMonitor(slo);
      monitor.add(nowSeconds, 0, 0);
      for (Severity each : Severity.values()) {
        severities.add(new Alerting(each, nowSeconds));
      }
    }

    void count(long nowSeconds, long totalNow, long badNow) {
      boolean restarted = totalNow < total || badNow < bad;
      monitor.add(
          nowSeconds, restarted ? totalNow : totalNow - total, restarted ? badNow : badNow - bad);
      total = totalNow;
      bad = badNow;
    }

    void drop(long nowSeconds) {
      severities.forEach(each -> each.drop(nowSeconds));
    }

    void evaluate(String name, long nowSeconds) {
      List<BurnAlert> firing = monitor.firing(nowSeconds);
      for (Alerting each : severities) {
        BurnAlert first =
            firing.stream()
                .filter(alert -> alert.severity().equals(each.severity.key()))
                .findFirst()
                .orElse(null);
        each.evaluate(name, monitor, first, nowSeconds);
      }
    }
  }

  /// The alerts of one class and severity.
  private final class Alerting {
    final Severity severity;
    @Nullable BurnAlert firing;
    long sinceSeconds;
    String evidence = "";

    /// The last message about firing alerts; null if the last one reported that none fires.
    @Nullable AlertMessage standing;

    private long sentAtSeconds = Long.MIN_VALUE / 2;

    Alerting(Severity severity, long nowSeconds) {
      this.severity = severity;
      this.sinceSeconds = nowSeconds;
    }

    void evaluate(String name, BurnMonitor monitor, @Nullable BurnAlert alert, long nowSeconds) {
      if ((alert == null) != (firing == null)) {
        sinceSeconds = nowSeconds;
      }
      firing = alert;
      long requests = alert == null ? 0 : monitor.requests(alert.longWindow());
      long bad = alert == null ? 0 : monitor.badRequests(alert.longWindow());
      Duration covered = alert == null ? Duration.ZERO : monitor.covered(alert.longWindow());
      evidence =
          alert == null ? "" : AlertMessage.evidence(monitor.slo(), alert, covered, requests, bad);
      AlertMessage last = standing;
      boolean changed = (alert == null) != (last == null);
      long wait = changed ? GAP_SECONDS : repeatSeconds;
      if ((alert == null && last == null) || nowSeconds - sentAtSeconds < wait) {
        return;
      }
      sentAtSeconds = nowSeconds;
      AlertMessage message =
          new AlertMessage(
              gateway,
              name,
              monitor.slo(),
              severity,
              alert,
              false,
              covered,
              requests,
              bad,
              last == null ? origin.plusSeconds(sinceSeconds) : last.since(),
              origin.plusSeconds(nowSeconds));
      standing = alert == null ? null : message;
      out.accept(message);
    }

    void drop(long nowSeconds) {
      AlertMessage last = standing;
      if (last != null) {
        standing = null;
        out.accept(last.droppedAt(origin.plusSeconds(nowSeconds)));
      }
    }
  }
}
