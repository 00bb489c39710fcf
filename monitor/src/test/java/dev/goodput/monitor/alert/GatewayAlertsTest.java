package dev.goodput.monitor.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.gateway.plan.AccountingPlan;
import dev.goodput.gateway.plan.AlertsPlan;
import dev.goodput.gateway.plan.AlertsPlan.Form;
import dev.goodput.gateway.plan.AlertsPlan.Receiver;
import dev.goodput.gateway.plan.AlertsPlan.Severity;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.SloClass;
import dev.goodput.gateway.plan.Upstream;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.tally.SloCount;
import dev.goodput.metrics.traffic.AlertFigures;
import dev.goodput.wire.BadSettingException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The steps are called by hand, with the time and the counts of each.
@Timeout(30)
class GatewayAlertsTest {
  private static final long HOUR = 3600;
  private static final Receiver OTHER =
      new Receiver("other", Form.STDOUT, null, Set.of(Severity.PAGE));

  /// Lines of each receiver, by name.
  private final Map<String, List<String>> lines = new HashMap<>();

  private final Map<String, AlertReceiver.Counts> counts = new HashMap<>();
  private final List<String> message = new CopyOnWriteArrayList<>();
  private String broken = "";
  private long now;
  private long total;
  private long bad;
  private final GatewayAlerts alerts =
      new GatewayAlerts(
          plan(AlertsPlan.DEFAULTS),
          () -> {
            throw new AssertionError("the thread does not run");
          },
          "gw-1",
          Instant.EPOCH,
          message::add,
          this::open);

  @AfterEach
  void close() {
    alerts.close();
  }

  private AlertReceiver open(Receiver receiver) {
    if (receiver.name().equals(broken)) {
      throw new BadSettingException("cannot read SECRET");
    }
    return new AlertReceiver(
        receiver,
        AlertReceiver.Patience.DEFAULT,
        () -> 0,
        counts.computeIfAbsent(receiver.name(), _ -> new AlertReceiver.Counts()),
        lines(receiver.name())::add);
  }

  private List<String> lines(String receiver) {
    return lines.computeIfAbsent(receiver, _ -> new CopyOnWriteArrayList<>());
  }

  private static GatewayPlan plan(@Nullable AlertsPlan alerts) {
    AccountingPlan usual = AccountingPlan.DEFAULTS;
    return GatewayPlan.simple(Upstream.of("a", "http://a"), SloClass.of("chat"))
        .withAccounting(
            new AccountingPlan(
                usual.prices(),
                usual.labels(),
                usual.paceTps(),
                usual.attainmentTarget(),
                null,
                alerts,
                null));
  }

  private static AlertsPlan to(Receiver... receivers) {
    return new AlertsPlan(null, 4 * HOUR * 1_000_000_000, List.of(receivers));
  }

  /// Ten requests a second, in steps of ten seconds.
  private void pass(long seconds, boolean good) {
    for (long until = now + seconds; now < until; ) {
      now += 10;
      total += 100;
      bad += good ? 0 : 100;
      step();
    }
  }

  private void step() {
    SloCount count = new SloCount(Slo.parse("chat"), total, total - bad, 0, 0, 0, 0, List.of());
    alerts.step(now, Map.of("chat", count));
  }

  private void outage() {
    pass(HOUR, true);
    pass(HOUR / 2, false);
    assertThat(firing()).isTrue();
  }

  private boolean firing() {
    return alerts.figures().states().stream().anyMatch(AlertFigures.State::firing);
  }

  private void awaitLine(String receiver, String start) {
    while (lines(receiver).stream().noneMatch(line -> line.startsWith(start))) {
      assertThat(Thread.interrupted()).as("timed out").isFalse();
      Thread.onSpinWait();
    }
  }

  private long delivered(String receiver) {
    return alerts.figures().receivers().stream()
        .filter(each -> each.name().equals(receiver))
        .mapToLong(AlertFigures.Receiver::delivered)
        .sum();
  }

  @Test
  void tellsANewReceiverWhatFiresAndNoOtherOneAgain() {
    outage();
    awaitLine("stdout", "FIRING page");
    alerts.reload(plan(to(Receiver.STDOUT, OTHER)));
    step();
    awaitLine("other", "FIRING page");
    assertThat(lines("stdout").stream().filter(line -> line.startsWith("FIRING page"))).hasSize(1);
  }

  @Test
  void keepsTheCountsOfAReceiverThatChanges() {
    outage();
    awaitLine("stdout", "FIRING page");
    alerts.reload(plan(to(OTHER)));
    step();
    long before = lines("stdout").size();
    assertThat(before).isPositive();
    alerts.reload(plan(to(new Receiver("stdout", Form.STDOUT, null, Set.of(Severity.PAGE)))));
    step();
    while (delivered("stdout") <= before) {
      assertThat(Thread.interrupted()).as("timed out").isFalse();
      Thread.onSpinWait();
    }
    assertThat(delivered("stdout")).isEqualTo(before + 1);
  }

  @Test
  void reportsTheEndWhenTheAlertsAreRemoved() {
    outage();
    alerts.reload(plan(null));
    step();
    assertThat(lines("stdout")).anyMatch(line -> line.startsWith("RESOLVED page: SLO chat"));
    assertThat(alerts.figures()).isEqualTo(AlertFigures.NONE);
  }

  @Test
  void whatWasCountedWhileThereWereNoAlertsFiresNothing() {
    pass(HOUR, true);
    alerts.reload(plan(null));
    pass(HOUR, false);
    alerts.reload(plan(AlertsPlan.DEFAULTS));
    pass(HOUR, true);
    assertThat(lines("stdout")).isEmpty();
    assertThat(alerts.figures().states()).isNotEmpty();
  }

  @Test
  void staysWithThePlanBeforeUntilTheNextOneWorks() {
    pass(HOUR, true);
    broken = "other";
    alerts.reload(plan(to(OTHER)));
    pass(HOUR / 2, false);
    awaitLine("stdout", "FIRING page");
    assertThat(alerts.problems())
        .containsExactly(
            "alerts: the configuration last read is not in force: the receiver other cannot be"
                + " opened: its certificates cannot be used");
    assertThat(message).isEqualTo(alerts.problems());
    broken = "";
    step();
    awaitLine("other", "FIRING page");
    assertThat(alerts.problems()).isEmpty();
  }

  @Test
  void aLaterReloadReplacesAPlanThatDoesNotWork() {
    step();
    broken = "other";
    alerts.reload(plan(to(OTHER)));
    step();
    alerts.reload(plan(AlertsPlan.DEFAULTS));
    step();
    assertThat(alerts.problems()).isEmpty();
  }
}
