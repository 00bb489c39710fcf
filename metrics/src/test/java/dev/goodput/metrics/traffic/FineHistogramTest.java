package dev.goodput.metrics.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.distribution.Distribution;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class FineHistogramTest {
  private static final MemoryPool PLENTY = new MemoryPool(Long.MAX_VALUE);

  private static Distribution spread(FineHistogram values) {
    return Objects.requireNonNull(WindowDistribution.of(values, 1e6, null));
  }

  @Test
  @Tag("property")
  void binsKeepPercentilesWithinATenthOfAThousandth() {
    for (long seed = 1; seed <= 20; seed++) {
      Random random = new Random(seed);
      FineHistogram histogram = new FineHistogram(PLENTY, 10);
      long[] values = new long[5000];
      for (int i = 0; i < values.length; i++) {
        values[i] = Math.round(Math.exp(random.nextDouble() * 30));
        histogram.add((double) values[i], 1);
      }
      Arrays.sort(values);
      Distribution found = spread(histogram);

      assertThat(found.exact()).isFalse();
      assertNear(seed, found.p50(), values[2499]);
      assertNear(seed, found.p95(), values[4749]);
      assertNear(seed, found.p99(), values[4949]);
      assertNear(seed, found.p999(), values[4994]);
      assertNear(seed, found.max(), values[4999]);
      assertThat(found.count()).isEqualTo(5000);
    }
  }

  private static void assertNear(long seed, @Nullable Double foundMs, long value) {
    double found = Objects.requireNonNull(foundMs) * 1e6;
    assertThat(Math.abs(found / value - 1)).as("seed %d", seed).isLessThanOrEqualTo(1e-4);
  }

  @Test
  @Tag("property")
  void partsTogetherAreTheWhole() {
    for (long seed = 1; seed <= 20; seed++) {
      Random random = new Random(seed);
      FineHistogram whole = new FineHistogram(PLENTY, 100);
      FineHistogram one = new FineHistogram(PLENTY, 100);
      FineHistogram other = new FineHistogram(PLENTY, 100);
      for (int i = 0; i < 80 * seed; i++) {
        double value = random.nextInt(1_000_000_000);
        int times = random.nextInt(3);
        whole.add(value, times);
        (random.nextBoolean() ? one : other).add(value, times);
      }
      FineHistogram merged = new FineHistogram(PLENTY, 100);
      merged.addAll(one);
      merged.addAll(other);

      assertThat(spread(merged).p95()).as("seed %d", seed).isEqualTo(spread(whole).p95());
      assertThat(merged.count()).isEqualTo(whole.count());
      assertThat(merged.max()).isEqualTo(whole.max());
    }
  }

  @Test
  void withoutMemoryAValueCountsAndIsInNoPercentile() {
    FineHistogram poor = new FineHistogram(new MemoryPool(1200), 4);
    for (int i = 1; i <= 1000; i++) {
      poor.add(i * 1e6, 1);
    }

    assertThat(poor.count()).isEqualTo(1000);
    assertThat(poor.unplaced()).isPositive();
    assertThat(poor.mean()).isEqualTo(500.5e6);
    assertThat(WindowDistribution.of(WindowDistribution.combined(List.of(poor)), 1e6, null))
        .isNotNull();
  }

  @Test
  void givesBackAllThatItTook() {
    MemoryPool pool = new MemoryPool(100_000);
    FineHistogram histogram = new FineHistogram(pool, 8);
    for (int i = 0; i < 100; i++) {
      histogram.add(i * 1e5, 1);
    }
    assertThat(pool.reserve(100_000)).isFalse();
    histogram.clear();

    assertThat(pool.reserve(100_000)).isTrue();
    assertThat(histogram.count()).isZero();
  }
}
