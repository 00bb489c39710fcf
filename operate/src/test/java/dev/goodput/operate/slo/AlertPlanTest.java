package dev.goodput.operate.slo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Windows and factors against the definition: a window W and a factor f detect a burn of k after
/// W·f ÷ k.
final class AlertPlanTest {
  /// The worked example of the design: 95 % over 28 days.
  @Test
  void reproducesTheWorkedExample() {
    var alerts = AlertPlan.of(0.05, Duration.ofMinutes(12));
    assertThat(alerts).extracting(BurnAlert::factor).containsExactly(7.0, 4.0, 1.5, 1.0);
    assertThat(alerts)
        .extracting(alert -> alert.longWindow().toMinutes())
        .containsExactly(30L, 360L, 1440L, 4320L);
    assertThat(alerts)
        .extracting(alert -> alert.shortWindow().toMinutes())
        .containsExactly(5L, 30L, 120L, 360L);
    BurnAlert fast = alerts.getFirst();
    assertThat(fast.detectionMinutes(20)).isCloseTo(10.5, within(1e-9));
    assertThat(fast.detectionMinutes(10)).isCloseTo(21, within(1e-9));
    assertThat(fast.detectionMinutes(2)).isInfinite();
    assertThat(fast.budgetSpent(Duration.ofDays(28))).isCloseTo(0.0052, within(0.0001));
    assertThat(alerts.get(3).budgetSpent(Duration.ofDays(28))).isCloseTo(0.1071, within(0.0001));
  }

  /// After a total outage the short window holds 1 − t ÷ W bad requests, so that an alert of 35 %
  /// in 5 minutes ends after 65 % of them; one of 20 % in 30 minutes after 80 %.
  @Test
  void endsWhenTheShortWindowHasForgottenEnough() {
    var alerts = AlertPlan.of(0.05, Duration.ofMinutes(12));
    assertThat(alerts.get(0).resolveMinutes(0.05, 1)).isCloseTo(3.25, within(1e-9));
    assertThat(alerts.get(1).resolveMinutes(0.05, 1)).isCloseTo(24, within(1e-9));
    assertThat(alerts.get(1).resolveMinutes(0.05, 0.4)).isCloseTo(15, within(1e-9));
    assertThat(alerts.get(2).resolveMinutes(0.05, 1)).isCloseTo(111 + 2.5, within(1e-9));
    assertThat(alerts)
        .extracting(alert -> alert.resolvesWithin().toSeconds() / 60.0)
        .containsExactly(6.5, 31.5, 126.5, 366.5);
  }

  @ParameterizedTest
  @CsvSource({"0.2", "0.1", "0.05", "0.01", "0.001"})
  void everyPromiseIsKeptAndEveryFactorReachable(double budget) {
    Duration shortest = AlertPlan.shortest(budget);
    for (Duration promise = shortest;
        promise.compareTo(AlertPlan.LONGEST) <= 0;
        promise = promise.plusSeconds(30)) {
      var alerts = AlertPlan.of(budget, promise);
      double minutes = promise.toSeconds() / 60.0;
      // Factors have four digits, so times are within 0.1 % of the promise.
      double kept = (minutes - 1.5) * 1.001;
      assertThat(alerts.getFirst().detectionMinutes(1 / budget)).isLessThanOrEqualTo(kept);
      assertThat(alerts).allMatch(alert -> alert.badShare(budget) <= 0.8);
      assertThat(alerts.get(0).factor()).isGreaterThanOrEqualTo(2);
      if (budget < 0.1) {
        assertThat(alerts.get(0).detectionMinutes(10)).isLessThanOrEqualTo(2 * kept);
        assertThat(alerts.get(1).detectionMinutes(10)).isLessThanOrEqualTo(12.012 * minutes);
      }
      assertThat(alerts.get(2).detectionMinutes(2)).isCloseTo(18 * 60, within(1e-9));
      assertThat(alerts.get(3).detectionMinutes(2)).isCloseTo(36 * 60, within(1e-9));
    }
  }
}
