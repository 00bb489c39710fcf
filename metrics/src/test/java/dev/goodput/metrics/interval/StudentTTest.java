package dev.goodput.metrics.interval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests against printed tables (NIST/SEMATECH e-Handbook, 1.3.6.7.2).
class StudentTTest {
  @ParameterizedTest
  @CsvSource({"1, 12.706", "4, 2.776", "10, 2.228", "30, 2.042", "100, 1.984"})
  void isTheFactorOfATwoSidedInterval(double degrees, double factor) {
    assertThat(StudentT.twoSided(.95, degrees)).isCloseTo(factor, within(5e-4));
  }

  @ParameterizedTest
  @CsvSource({"1, 6.314", "4, 2.132", "10, 1.812", "30, 1.697"})
  void isTheFactorOfAOneSidedBound(double degrees, double factor) {
    assertThat(StudentT.oneSided(.95, degrees)).isCloseTo(factor, within(5e-4));
  }
}
