package dev.goodput.metrics.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DistributionBuilderTest {
  private static final long MILLI = 1_000_000;

  private static Distribution of(long... millis) {
    DistributionBuilder builder = new DistributionBuilder();
    for (long value : millis) {
      builder.add(value * MILLI);
    }
    return Objects.requireNonNull(builder.build(null));
  }

  private static Distribution ofFirst(int count) {
    DistributionBuilder builder = new DistributionBuilder();
    for (long value = count; value >= 1; value--) {
      builder.add(value * MILLI);
    }
    return Objects.requireNonNull(builder.build(null));
  }

  @Test
  void nothingObservedIsNoDistribution() {
    assertThat(new DistributionBuilder().build(null)).isNull();
    assertThat(new DistributionBuilder().meanNanos()).isNaN();
    assertThat(new DistributionBuilder().nearestRankMillis(BigDecimal.TEN)).isNull();
  }

  @Test
  void percentilesAreObservedValuesByNearestRank() {
    Distribution d = of(15, 20, 35, 40, 50, 15, 20, 35, 40, 50);

    assertThat(d.p50()).isEqualTo(35);
    assertThat(d.p90()).isEqualTo(50);
    assertThat(d.min()).isEqualTo(15);
    assertThat(d.max()).isEqualTo(50);
    assertThat(d.mean()).isEqualTo(32);
  }

  @Test
  void p99OfAHundredIsTheNinetyNinthValueAndNotTheMaximum() {
    Distribution d = ofFirst(100);

    assertThat(d.p50()).isEqualTo(50);
    assertThat(d.p90()).isEqualTo(90);
    assertThat(d.p95()).isEqualTo(95);
    assertThat(d.p99()).isEqualTo(99);
    assertThat(d.p999()).isNull();
  }

  @Test
  void aPercentileIsAbsentBelowOneOverOneMinusP() {
    assertThat(ofFirst(1).p50()).isNull();
    assertThat(ofFirst(2).p50()).isEqualTo(1);
    assertThat(ofFirst(9).p90()).isNull();
    assertThat(ofFirst(10).p90()).isEqualTo(9);
    assertThat(ofFirst(19).p95()).isNull();
    assertThat(ofFirst(20).p95()).isEqualTo(19);
    assertThat(ofFirst(99).p99()).isNull();
    assertThat(ofFirst(999).p999()).isNull();
    assertThat(ofFirst(1000).p999()).isEqualTo(999);
  }

  @Test
  void theMaximumStandsForAnAbsentPercentile() {
    Distribution d = ofFirst(1);

    assertThat(d.p50OrMax()).isEqualTo(1);
    assertThat(d.p95OrMax()).isEqualTo(1);
    assertThat(ofFirst(50).p99OrMax()).isEqualTo(50);
    assertThat(ofFirst(200).p99OrMax()).isEqualTo(198);
  }

  @Test
  void theDeviationIsThatOfASample() {
    assertThat(of(2, 4, 4, 4, 5, 5, 7, 9).std()).isCloseTo(2.138089935, within(1e-9));
    assertThat(of(5).std()).isNull();
    assertThat(of(5, 5, 5).std()).isZero();
  }

  @Test
  void theDeviationHoldsFarFromZero() {
    DistributionBuilder builder = new DistributionBuilder();
    long base = 3_000_000_000_000L;
    for (int i = 0; i < 1000; i++) {
      builder.add(base + (i % 2 == 0 ? 1000 : -1000));
    }

    Distribution d = Objects.requireNonNull(builder.build(null));

    assertThat(d.std()).isCloseTo(0.001 * Math.sqrt(1000.0 / 999), within(1e-9));
  }

  @Test
  void aWeightedValueCountsAsOften() {
    DistributionBuilder builder = new DistributionBuilder();
    builder.add(10.0 * MILLI / 4, 4);
    builder.add(20.0 * MILLI, 1);

    Distribution d = Objects.requireNonNull(builder.build(5.0));

    assertThat(d.count()).isEqualTo(5);
    assertThat(d.mean()).isCloseTo(6, within(1e-12));
    assertThat(d.p50()).isEqualTo(2.5);
    assertThat(d.nEffective()).isEqualTo(5);
  }

  @Test
  void aHundredThousandValuesAreStillExact() {
    Distribution d = ofFirst(DistributionBuilder.EXACT_LIMIT);

    assertThat(d.exact()).isTrue();
    assertThat(d.p999()).isEqualTo(99_900);
    assertThat(d.p50()).isEqualTo(50_000);
  }

  @Test
  void oneMoreMakesAHistogramOfFourDigits() {
    Distribution d = ofFirst(DistributionBuilder.EXACT_LIMIT + 1);

    assertThat(d.exact()).isFalse();
    assertThat(d.count()).isEqualTo(100_001);
    assertThat(d.p50()).isCloseTo(50_001, within(50_001 * 1e-4));
    assertThat(d.p999()).isCloseTo(99_901, within(99_901 * 1e-4));
    assertThat(d.min()).isEqualTo(1);
    assertThat(d.max()).isEqualTo(100_001);
    assertThat(d.mean()).isCloseTo(50_001, within(1e-6));
  }

  @Test
  @Tag("property")
  void aHistogramIsNeverOffByMoreThanOneInTenThousand() {
    for (long seed = 1; seed <= 5; seed++) {
      Random random = new Random(seed);
      DistributionBuilder builder = new DistributionBuilder();
      long[] values = new long[150_000];
      for (int i = 0; i < values.length; i++) {
        values[i] = (long) Math.exp(5 + 20 * random.nextDouble());
        builder.add(values[i]);
      }
      Arrays.sort(values);
      for (String percent : new String[] {"0.1", "10", "50", "90", "95", "99", "99.9", "100"}) {
        int rank = Math.max(1, (int) Math.ceil(Double.parseDouble(percent) * values.length / 100));
        double exact = values[rank - 1] / 1e6;
        assertThat(builder.nearestRankMillis(new BigDecimal(percent)))
            .as("seed %d p%s", seed, percent)
            .isCloseTo(exact, within(exact * 1e-4));
      }
    }
  }

  @Test
  @Tag("property")
  void p99AtMostXSaysTheSameAsNinetyNinePercentAreWithinX() {
    for (long seed = 1; seed <= 200; seed++) {
      Random random = new Random(seed);
      int count = 100 + random.nextInt(500);
      DistributionBuilder builder = new DistributionBuilder();
      long[] values = new long[count];
      for (int i = 0; i < count; i++) {
        values[i] = random.nextInt(1000);
        builder.add(values[i]);
      }
      Distribution d = Objects.requireNonNull(builder.build(null));
      long bound = random.nextInt(1000);
      long within = Arrays.stream(values).filter(value -> value <= bound).count();

      assertThat(Objects.requireNonNull(d.p99()) <= bound / 1e6)
          .as("seed %d", seed)
          .isEqualTo(within * 100 >= 99L * count);
    }
  }

  @Test
  void aNegativeDurationCountsAsNone() {
    assertThat(of(-5).min()).isZero();
  }
}
