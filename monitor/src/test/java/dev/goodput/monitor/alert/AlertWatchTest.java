package dev.goodput.monitor.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.gateway.plan.AlertsPlan;
import dev.goodput.gateway.plan.SloClass;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.tally.SloCount;
import dev.goodput.metrics.traffic.AlertFigures;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AlertWatchTest {
  private static final Instant ORIGIN = Instant.parse("2026-11-21T06:00:00Z");
  private static final long HOUR = 3600;
  private static final long DAY = 24 * HOUR;
  private static final int EVERY = 10;
  private static final String RESOLVED = "RESOLVED page: SLO chat";

  private final List<AlertMessage> sent = new ArrayList<>();
  private final AlertWatch watch = new AlertWatch("gw-1", ORIGIN, sent::add);
  private long now;
  private double total;
  private double bad;

  private void start(AlertsPlan plan, double attainment) {
    watch.plan(plan, List.of(SloClass.of("chat")), attainment, now, Map.of());
  }

  /// Requests at a steady rate, of which a share is bad, evaluated every ten seconds.
  private void pass(long seconds, double perMinute, double badShare) {
    for (long until = now + seconds; now < until; ) {
      now += EVERY;
      total += perMinute * EVERY / 60;
      bad += perMinute * EVERY / 60 * badShare;
      evaluate();
    }
  }

  private void evaluate() {
    long all = Math.round(total);
    long good = all - Math.round(bad);
    watch.evaluate(
        now, Map.of("chat", new SloCount(Slo.parse("chat"), all, good, 0, 0, 0, 0, List.of())));
  }

  private List<String> texts() {
    return sent.stream().map(each -> each.text().replaceAll(" on .*", "")).toList();
  }

  private boolean firing(String severity) {
    return watch.states().stream()
        .filter(state -> state.severity().equals(severity))
        .anyMatch(AlertFigures.State::firing);
  }

  @ParameterizedTest
  @CsvSource({"0.95, 12", "0.99, 12", "0.999, 12", "0.9, 12"})
  void pagesATotalOutageWithinThePromisedTime(double attainment, int minutes) {
    start(AlertsPlan.DEFAULTS, attainment);
    pass(DAY, 600, 0);
    assertThat(sent).isEmpty();
    long began = now;
    pass(minutes * 60L, 600, 1);
    assertThat(texts()).contains("FIRING page: SLO chat");
    assertThat(sent.getFirst().at())
        .isBeforeOrEqualTo(ORIGIN.plusSeconds(began).plus(Duration.ofMinutes(minutes)));
    assertThat(firing("page")).isTrue();
  }

  @Test
  void pagesWithinAPromiseOfItsOwn() {
    start(
        new AlertsPlan(
            5 * 60_000_000_000L, HOUR * 1_000_000_000, List.of(AlertsPlan.Receiver.STDOUT)),
        0.99);
    pass(DAY, 600, 0);
    pass(5 * 60, 600, 1);
    assertThat(firing("page")).isTrue();
  }

  /// A window that is longer than the gateway has run is not named as if it had been seen whole.
  @Test
  void namesThePartOfAWindowThatWasSeen() {
    start(AlertsPlan.DEFAULTS, 0.95);
    pass(6 * 60, 600, 1);
    assertThat(sent)
        .isNotEmpty()
        .allSatisfy(each ->
            assertThat(each.text())
                .containsPattern("bad in the last \\d+ (s|min) \\(window \\d+[mhd]\\);"));
    sent.clear();
    pass(8 * HOUR, 600, 1);
    assertThat(sent)
        .filteredOn(each -> each.severity() == AlertsPlan.Severity.PAGE)
        .isNotEmpty()
        .last()
        .satisfies(each -> assertThat(each.text()).containsPattern("bad in the last \\d+[mh];"));
  }

  @Test
  void neverFiresAtHalfThePaceOfTheBudget() {
    start(AlertsPlan.DEFAULTS, 0.95);
    pass(4 * DAY, 600, 0.025);
    assertThat(sent).isEmpty();
  }

  /// The planted series of the tests that goodput alerts test writes for promtool: three requests
  /// an hour, and as many failures as the budget allows in clusters of up to three.
  @Test
  void neverFiresForClusteredFailuresAtThreeRequestsAnHour() {
    start(AlertsPlan.DEFAULTS, 0.95);
    for (int i = 0; i < 288; i++) {
      now += HOUR / 3;
      total++;
      bad += i % 60 >= 20 && i % 60 < 23 ? 1 : 0;
      evaluate();
    }
    assertThat(bad).isEqualTo(15);
    assertThat(sent).isEmpty();
  }

  @Test
  void reportsTheEndAndRepeatsOnlyAfterTheInterval() {
    start(AlertsPlan.DEFAULTS, 0.95);
    pass(HOUR, 600, 0);
    pass(5 * HOUR, 600, 1);
    assertThat(texts().stream().filter("FIRING page: SLO chat"::equals)).hasSize(2);
    pass(HOUR, 600, 0);
    assertThat(texts()).contains("RESOLVED page: SLO chat");
    assertThat(firing("page")).isFalse();
    assertThat(texts().stream().filter("RESOLVED page: SLO chat"::equals)).hasSize(1);
  }

  /// Two minutes bad and one good: the short window may go back and forth.
  @Test
  void messagesAboutOneAlertAreFiveMinutesApart() {
    start(AlertsPlan.DEFAULTS, 0.95);
    pass(HOUR, 600, 0);
    for (int i = 0; i < 60; i++) {
      pass(120, 600, 0.6);
      pass(240, 600, 0.05);
    }
    List<Instant> pages =
        sent.stream()
            .filter(each -> each.severity() == AlertsPlan.Severity.PAGE)
            .map(AlertMessage::at)
            .toList();
    for (int i = 1; i < pages.size(); i++) {
      assertThat(Duration.between(pages.get(i - 1), pages.get(i)))
          .isGreaterThanOrEqualTo(Duration.ofMinutes(5));
    }
  }

  @Test
  void aRestartedMeterLosesNothingAndInventsNothing() {
    start(AlertsPlan.DEFAULTS, 0.95);
    pass(HOUR, 600, 0.01);
    total = 0;
    bad = 0;
    pass(HOUR, 600, 0.01);
    assertThat(sent).isEmpty();
    pass(12 * 60, 600, 1);
    assertThat(firing("page")).isTrue();
  }

  @Test
  void whatWasCountedBeforeTheAlertsWereConfiguredFiresNothing() {
    Map<String, SloCount> history =
        Map.of("chat", new SloCount(Slo.parse("chat"), 9_000, 0, 0, 0, 0, 0, List.of()));
    watch.plan(AlertsPlan.DEFAULTS, List.of(SloClass.of("chat")), 0.95, now, history);
    total = 9_000;
    bad = 9_000;
    pass(HOUR, 600, 0);
    assertThat(sent).isEmpty();
  }

  private void outage() {
    start(AlertsPlan.DEFAULTS, 0.95);
    pass(HOUR, 600, 0);
    pass(HOUR / 2, 600, 1);
    assertThat(texts()).contains("FIRING page: SLO chat").noneMatch(RESOLVED::equals);
    assertThat(watch.standing()).isNotEmpty();
  }

  @Test
  void reportsTheEndOfAClassThatIsRenamed() {
    outage();
    watch.plan(AlertsPlan.DEFAULTS, List.of(SloClass.of("batch")), 0.95, now, Map.of());
    assertThat(texts().stream().filter(RESOLVED::equals)).hasSize(1);
    assertThat(watch.standing()).isEmpty();
    assertThat(sent.getLast().text()).contains("by the configuration, after");
  }

  @Test
  void reportsTheEndOfAClassWithAnotherTarget() {
    outage();
    watch.plan(AlertsPlan.DEFAULTS, List.of(SloClass.of("chat")), 0.9, now, Map.of());
    assertThat(texts().stream().filter(RESOLVED::equals)).hasSize(1);
    assertThat(firing("page")).isFalse();
  }

  @Test
  void keepsAClassThatStays() {
    outage();
    int messages = sent.size();
    start(AlertsPlan.DEFAULTS, 0.95);
    pass(EVERY, 600, 1);
    assertThat(sent).hasSize(messages);
    assertThat(firing("page")).isTrue();
  }
}
