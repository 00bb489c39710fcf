package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TimeBucketsTest {
  private static final long MILLI = 1_000_000L;

  private static TimeBuckets at(long... millis) {
    TimeBuckets buckets = new TimeBuckets(0);
    for (long each : millis) {
      buckets.add(each * MILLI, 1);
    }
    return buckets;
  }

  @Test
  void halfEndsWhereOneMoreSliceWouldHoldMoreThanHalf() {
    assertThat(at(0, 1, 2, 3).endOfHalf()).isEqualTo(2 * MILLI);
    assertThat(at(0, 1, 2).endOfHalf()).isEqualTo(MILLI);
    assertThat(at(0, 0, 1).endOfHalf()).isZero();
    assertThat(at(0, 0, 1, 1).endOfHalf()).isEqualTo(MILLI);
  }
}
