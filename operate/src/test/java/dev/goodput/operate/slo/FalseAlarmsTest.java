package dev.goodput.operate.slo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Probabilities against exact binomial tails that a separate program computed for the gate of the
/// alerts (Python, log-gamma, every count of requests up to 300 and every 97th up to 20,000). That
/// program's largest value over a coarser grid is never above ours.
final class FalseAlarmsTest {
  @ParameterizedTest
  @CsvSource({"0.05, 1.8e-4, 2.2e-6", "0.01, 2.5e-4, 6.1e-6"})
  void chanceOfTheGateAloneIsTheWorstBinomialTail(double budget, double even, double half) {
    assertThat(FalseAlarms.chance(budget, 1, 1)).isCloseTo(even, within(0.05e-4));
    assertThat(FalseAlarms.chance(budget, 1, 0.5)).isCloseTo(half, within(0.05e-6));
  }

  /// A higher factor requires at least as many bad requests at every traffic.
  @Test
  void higherFactorsAreRarer() {
    double last = 1;
    for (double factor : new double[] {1, 1.5, 4, 7}) {
      double chance = FalseAlarms.chance(0.05, factor, 1);
      assertThat(chance).isPositive().isLessThanOrEqualTo(last);
      last = chance;
    }
  }

  @Test
  void designEffectWidensOnlyTheRoot() {
    assertThat(FalseAlarms.gate(720, 0.05, 1)).isCloseTo(36 + 3.5 * 6 + 2, within(1e-9));
    assertThat(FalseAlarms.gate(720, 0.05, 4)).isCloseTo(36 + 3.5 * 12 + 2, within(1e-9));
  }
}
