package dev.goodput.workload.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class KolmogorovSmirnovTest {

  @Test
  void acceptsASampleOfTheDistribution() {
    double[] sample = new Random(1).doubles(5000).toArray();

    assertThat(KolmogorovSmirnov.statistic(sample, x -> x))
        .isLessThan(KolmogorovSmirnov.ONE_IN_A_THOUSAND);
  }

  @Test
  void rejectsASampleOfAnotherDistribution() {
    double[] sample = new Random(1).doubles(5000).map(x -> Math.pow(x, 1.1)).toArray();

    assertThat(KolmogorovSmirnov.statistic(sample, x -> x))
        .isGreaterThan(KolmogorovSmirnov.ONE_IN_A_THOUSAND);
  }

  @Test
  void knowsDistributionsFromTables() {
    assertThat(Distributions.gamma(1, 2)).isCloseTo(Distributions.exponential(2), within(1e-12));
    assertThat(Distributions.gamma(0.25, 0.25)).isCloseTo(0.7436779447, within(1e-9));
    assertThat(Distributions.normal(1.959964)).isCloseTo(0.975, within(1e-7));
    assertThat(Distributions.normal(-1)).isCloseTo(0.158655254, within(1e-8));
  }
}
