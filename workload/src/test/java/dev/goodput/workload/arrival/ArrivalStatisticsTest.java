package dev.goodput.workload.arrival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.workload.arrival.Arrivals.Constant;
import dev.goodput.workload.arrival.Arrivals.Gamma;
import dev.goodput.workload.arrival.Arrivals.Poisson;
import dev.goodput.workload.arrival.Arrivals.Scheduled;
import dev.goodput.workload.testing.Distributions;
import dev.goodput.workload.testing.KolmogorovSmirnov;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Statistical tests of seeded arrivals; seeds are fixed, so no test is flaky.
@Tag("property")
class ArrivalStatisticsTest {
  private static final double RATE = 40;
  private static final int COUNT = 40_000;

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 7, 42, 20261121})
  void poissonGapsAreExponential(long seed) {
    assertThat(
            KolmogorovSmirnov.statistic(gaps(new Poisson(RATE), seed), Distributions::exponential))
        .isLessThan(KolmogorovSmirnov.ONE_IN_A_THOUSAND);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 7, 42, 20261121})
  void gammaGapsAreGamma(long seed) {
    for (double cv : new double[] {0.5, 2}) {
      double shape = 1 / (cv * cv);
      double[] gaps = gaps(new Gamma(RATE, cv), seed);

      assertThat(KolmogorovSmirnov.statistic(gaps, x -> Distributions.gamma(shape, shape * x)))
          .isLessThan(KolmogorovSmirnov.ONE_IN_A_THOUSAND);
      assertThat(cv(gaps)).isBetween(cv * 0.95, cv * 1.05);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 7})
  void aWrongProcessIsDetected(long seed) {
    double[] gaps = gaps(new Gamma(RATE, 1.05), seed);

    assertThat(KolmogorovSmirnov.statistic(gaps, Distributions::exponential))
        .isGreaterThan(KolmogorovSmirnov.ONE_IN_A_THOUSAND);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 7, 42, 20261121})
  void countsHaveTheDispersionOfTheProcess(long seed) {
    // Of counts over w seconds, n windows: standard error about √(2/n) of the value.
    assertThat(dispersion(new Poisson(RATE), seed, 1)).isBetween(0.85, 1.15);
    assertThat(dispersion(new Poisson(RATE), seed, 10)).isBetween(0.55, 1.45);
    assertThat(dispersion(new Gamma(RATE, 2), seed, 10)).isBetween(2.2, 5.8);
    assertThat(dispersion(new Gamma(RATE, 2), seed, 1)).isBetween(3.2, 4.6);
    assertThat(dispersion(new Constant(RATE), seed, 1)).isLessThan(0.01);
    assertThat(dispersion(new Constant(RATE), seed, 10)).isLessThan(0.01);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 7, 42, 20261121})
  void gapsAreIndependent(long seed) {
    double bound = 3.3 / Math.sqrt(COUNT);

    assertThat(Math.abs(serialCorrelation(gaps(new Poisson(RATE), seed)))).isLessThan(bound);
    assertThat(Math.abs(serialCorrelation(gaps(new Gamma(RATE, 2), seed)))).isLessThan(bound);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 7})
  void theLongRunRateIsTheRequestedOne(long seed) {
    for (double cv : new double[] {1, 2}) {
      double[] gaps = gaps(new Gamma(RATE, cv), seed);
      double error = Math.abs(Arrays.stream(gaps).average().orElseThrow() - 1);

      assertThat(error).isLessThan(3.3 * cv / Math.sqrt(COUNT));
    }
  }

  /// Returns the gaps in units of the requested mean gap.
  private static double[] gaps(Scheduled arrivals, long seed) {
    FireTimes times = arrivals.open(seed);
    double[] gaps = new double[COUNT];
    long before = 0;
    for (int i = 0; i < COUNT; i++) {
      long now = times.nextNanos();
      gaps[i] = (now - before) * RATE / 1e9;
      before = now;
    }
    return gaps;
  }

  private static double dispersion(Scheduled arrivals, long seed, int seconds) {
    FireTimes times = arrivals.open(seed);
    int windows = 900 / seconds;
    double[] counts = new double[windows];
    for (long now = times.nextNanos(); now < 900_000_000_000L; now = times.nextNanos()) {
      counts[(int) (now / (seconds * 1_000_000_000L))]++;
    }
    double mean = Arrays.stream(counts).average().orElseThrow();
    double square = Arrays.stream(counts).map(x -> (x - mean) * (x - mean)).sum();
    return square / (windows - 1) / mean;
  }

  private static double cv(double[] gaps) {
    double mean = Arrays.stream(gaps).average().orElseThrow();
    double square = Arrays.stream(gaps).map(x -> (x - mean) * (x - mean)).average().orElseThrow();
    return Math.sqrt(square) / mean;
  }

  private static double serialCorrelation(double[] gaps) {
    double mean = Arrays.stream(gaps).average().orElseThrow();
    double both = 0;
    double square = 0;
    for (int i = 0; i < gaps.length; i++) {
      square += (gaps[i] - mean) * (gaps[i] - mean);
      both += i == 0 ? 0 : (gaps[i] - mean) * (gaps[i - 1] - mean);
    }
    return both / square;
  }
}
